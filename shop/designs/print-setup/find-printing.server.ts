import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import { readPrintSpec } from "#shop/designs/document/print-spec.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Printing } from "./printing.ts";

interface PrintingRow extends Omit<Printing, "specs"> {
  readonly specs: readonly {
    readonly id: string;
    readonly revision: number;
    readonly spec: unknown;
  }[];
}

/** @returns undefined where there is no such product, or the person may not read products */
export async function findPrinting(
  actor: Person,
  productId: string,
): Promise<Printing | undefined> {
  if (!may(actor, "products.read") || !isUuid(productId)) return undefined;
  const [row] = await asShop()<PrintingRow[]>`
    select json_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'options', p.options,
        'personalisable', p.personalisable, 'takes_designs', p.takes_designs, 'print_required', p.print_required) as product,
      coalesce((
        select json_agg(json_build_object('id', v.id, 'sku', v.sku, 'options', v.options, 'spec_id', vs.spec_id)
          order by v.position, v.id)
        from product_variants v left join variant_specs vs on vs.variant_id = v.id
        where v.product_id = p.id and not v.archived
      ), '[]') as variants,
      coalesce((
        select json_agg(json_build_object('id', s.id, 'revision', s.revision, 'spec', s.spec) order by s.revision)
        from print_specs s where s.product_id = p.id and exists (
          select from variant_specs vs join product_variants v on v.id = vs.variant_id
          where vs.spec_id = s.id and not v.archived)
      ), '[]') as specs,
      coalesce((
        select json_agg(json_build_object('id', t.id, 'version', t.version, 'name', t.name, 'published', t.published,
          'spec_id', t.document ->> 'spec', 'fields', jsonb_array_length(coalesce(t.document -> 'fields', '[]')))
          order by t.position, t.id)
        from design_templates t where t.product_id = p.id
      ), '[]') as templates,
      coalesce((select max(s.revision) from print_specs s where s.product_id = p.id), 0) as revision
    from products p where p.id = ${productId}`;
  if (!row) return undefined;
  return {
    ...row,
    specs: row.specs.map(({ spec, ...rest }) => {
      const read = readPrintSpec(spec);
      if (!read.ok) throw new Error(`the print specification ${rest.id} cannot be read`);
      return { ...rest, spec: read.value };
    }),
  };
}
