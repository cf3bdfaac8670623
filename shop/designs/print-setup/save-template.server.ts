import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { readPrintSpec } from "#shop/designs/document/print-spec.ts";
import { type DocumentProblem, readDocument } from "#shop/designs/document/read-document.ts";
import type { Finding } from "#shop/designs/draw/finding.ts";
import { exceedsStoredSize } from "#shop/designs/stored-size.server.ts";
import { hasUploads } from "#shop/designs/uploads/find-asset.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { blockersOf } from "./fit-template.server.ts";
import { refreshPrintPrice } from "./refresh-print-price.server.ts";

/** Templates of one product; a buyer chooses among them on one screen. */
const maxTemplates = 60;
const name = v.pipe(v.string("invalid_input"), v.trim(), v.maxLength(60, "too_long"));

export const saveTemplateSchema = v.strictObject({
  /** The version that the form was made from; 0: a new template. */
  version: v.pipe(
    v.number("invalid_input"),
    v.integer("invalid_input"),
    v.minValue(0, "invalid_input"),
  ),
  name: v.strictObject({ id: v.pipe(name, v.minLength(1, "name_missing")), en: name }),
  published: v.boolean("invalid_input"),
  /** A design document; `readDocument` checks it. */
  document: v.unknown(),
});
export type SaveTemplateInput = v.InferOutput<typeof saveTemplateSchema>;

export type SaveTemplateProblem =
  | { readonly code: "not_permitted" | "not_found" | "changed_meanwhile" | "too_many_templates" }
  /** No variant is printed by the document's specification any more. */
  | { readonly code: "design_outdated" }
  | { readonly code: "document_refused"; readonly problem: DocumentProblem }
  /** A picture is not the shop's. */
  | { readonly code: "template_picture" }
  | { readonly code: "template_blocked"; readonly findings: readonly Finding[] };

/**
 * Stores a template of a product. One that cannot be printed with its sample words is kept as a draft only.
 * @param id chosen by the form: a new template sent twice is stored once
 */
export function saveTemplate(
  actor: Person,
  productId: string,
  id: string,
  { version, name, published, document: typed }: SaveTemplateInput,
): Promise<Result<{ version: number }, SaveTemplateProblem>> {
  const read = readDocument(typed);
  if (!read.ok) {
    return Promise.resolve(fail({ code: "document_refused", problem: read.problem }));
  }
  const document = read.value;
  const saving = asStaff<{ version: number }, SaveTemplateProblem>(
    actor,
    "products.edit",
    async (sql) => {
      const [product] = await sql`select from products where id = ${productId} for no key update`;
      if (!product) return fail({ code: "not_found" });
      const [printed] = await sql<{ spec: unknown }[]>`
        select spec from print_specs s where s.id = ${document.spec} and s.product_id = ${productId}
          and exists (select from variant_specs where spec_id = s.id)`;
      if (!printed) return fail({ code: "design_outdated" });
      // Other uploads belong to a person, and a template to every buyer.
      if (await hasUploads(Object.keys(document.assets), sql))
        return fail({ code: "template_picture" });
      const spec = readPrintSpec(printed.spec);
      if (!spec.ok) throw new Error(`the print specification ${document.spec} cannot be read`);
      const findings = published ? await blockersOf(document, spec.value) : [];
      if (findings.length > 0) return fail({ code: "template_blocked", findings });
      const row = { name: sql.json(name), document: sql.json(document), published };
      const [stored] = await sql<{ version: number; is_same: boolean }[]>`
        select version, (name, document, published) = (${row.name}::jsonb, ${row.document}::jsonb, ${published}) as is_same
        from design_templates where id = ${id} and product_id = ${productId}`;
      if (stored?.is_same) return ok({ version: stored.version });
      if (stored) {
        if (stored.version !== version) return fail({ code: "changed_meanwhile" });
        await sql`update design_templates set ${sql(row)} where id = ${id}`;
        await refreshPrintPrice(sql, productId);
        return ok({ version: version + 1 });
      }
      if (version > 0) return fail({ code: "not_found" });
      const [added] = await sql`
        insert into design_templates (id, product_id, name, document, published, position)
        select ${id}, ${productId}, ${row.name}, ${row.document}, ${published}, coalesce(max(position) + 1, 0)
        from design_templates where product_id = ${productId} having count(*) < ${maxTemplates}
        returning id`;
      if (!added) return fail({ code: "too_many_templates" });
      await refreshPrintPrice(sql, productId);
      return ok({ version: 1 });
    },
    { code: "not_permitted" },
  );
  return saving.catch((error: unknown) => {
    if (!exceedsStoredSize(error)) throw error;
    return fail({ code: "document_refused", problem: { code: "too_large", path: "" } });
  });
}
