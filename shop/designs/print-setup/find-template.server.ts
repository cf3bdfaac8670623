import { inLanguage, type Language, type LocalText } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import type { PrintSpec } from "#shop/designs/document/print-spec.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import type { DisplayList } from "#shop/designs/draw/display-list.ts";
import { pictureOf } from "#shop/designs/draw/picture-of.server.ts";
import { emptyDocument } from "#shop/designs/edit/open-template.ts";
import type { StartTemplate } from "#shop/designs/find-design-start.server.ts";
import { drawInThread } from "#shop/designs/in-thread.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import { findPrinting } from "./find-printing.server.ts";
import { readyTemplates } from "./ready-templates.ts";

/** A colour of the goods that buyers choose. */
export interface GarmentColour {
  /** #rrggbb. */
  readonly hex: string;
  readonly name: string;
}

/** What the editor of a template begins with. */
export interface TemplateStart {
  readonly product: { readonly id: string; readonly name: string };
  readonly id: string;
  /** 0: not stored yet. */
  readonly version: number;
  readonly name: LocalText;
  readonly published: boolean;
  readonly spec_id: string;
  readonly spec: PrintSpec;
  readonly garments: readonly GarmentColour[];
  readonly document: DesignDocument;
  /** The document as it is drawn, so that the page shows it before its scripts have come. */
  readonly list: DisplayList;
  /** Templates to start from: the product's others, then the ready-made ones. */
  readonly others: readonly StartTemplate[];
}

/**
 * A template of a product, or an empty one where none has this id.
 * @returns undefined where the product is not there or cannot be printed, the template's specification is no longer used, or
 *   the person may not read products
 */
export async function findTemplateStart(
  actor: Person,
  productId: string,
  id: string,
  language: Language,
): Promise<TemplateStart | undefined> {
  const printing = isUuid(id) ? await findPrinting(actor, productId) : undefined;
  if (!printing) return undefined;
  const rows = await asShop()<
    { id: string; name: LocalText; version: number; document: unknown }[]
  >`
    select id, name, version, document from design_templates where product_id = ${productId} order by position, id`;
  const templates = rows.map((row) => {
    const read = readDocument(row.document);
    if (!read.ok) throw new Error(`the template ${row.id} cannot be read`);
    return { ...row, document: read.value };
  });
  const stored = printing.templates.find((template) => template.id === id);
  const own = templates.find((template) => template.id === id);
  const current = printing.specs.find(
    (spec) => spec.id === (own?.document.spec ?? printing.specs[0]?.id),
  );
  if (!current) return undefined;
  const document = own?.document ?? emptyDocument(current.id, current.spec.sides[0]?.id ?? "");
  const { list } = await drawInThread("drawDesign", { document, spec: current.spec });
  return {
    product: { id: printing.product.id, name: inLanguage(printing.product.name, language) },
    id,
    version: stored?.version ?? 0,
    name: stored?.name ?? { id: "", en: "" },
    published: stored?.published ?? false,
    spec_id: current.id,
    spec: current.spec,
    garments: await findGarments(productId, language),
    document,
    list,
    others: [
      ...templates
        .filter((template) => template.id !== id && template.document.spec === current.id)
        .map(({ id, name, version, document }) => ({
          id,
          name: inLanguage(name, language),
          document,
          // This address also works for unpublished templates.
          picture: `/admin/Products/${productId}/Printing/${id}.svg?v=${version}`,
        })),
      ...(await drawReadyTemplates(current.id, current.spec, language)),
    ],
  };
}

function drawReadyTemplates(
  specId: string,
  spec: PrintSpec,
  language: Language,
): Promise<StartTemplate[]> {
  return Promise.all(
    readyTemplates(specId, spec).map(async ({ id, name, document }) => {
      const { list } = await drawInThread("drawDesign", { document, spec });
      const picture = `data:image/svg+xml,${encodeURIComponent(await pictureOf(list))}`;
      return { id, name: inLanguage(name, language), document, picture };
    }),
  );
}

/** Colours in the order of the options, without duplicates. */
async function findGarments(
  productId: string,
  language: Language,
): Promise<readonly GarmentColour[]> {
  const sql = asShop();
  const garments = await sql<GarmentColour[]>`
    select choice ->> 'swatch' as hex, ${textIn(sql, sql`(choice -> 'label')`, language)} as name
    from products p, jsonb_array_elements(p.options) with ordinality o (part, place),
      jsonb_array_elements(part -> 'values') with ordinality c (choice, position)
    where p.id = ${productId} and choice ->> 'swatch' ~ '^#[0-9a-f]{6}$'
    order by o.place, c.position`;
  return garments.filter(
    ({ hex }, index) => garments.findIndex((garment) => garment.hex === hex) === index,
  );
}
