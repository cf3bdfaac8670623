import type { Sql } from "#db/client.server.ts";
import type { PrintFrom } from "#shop/catalogue/printed-price.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import type { Photograph } from "#shop/designs/document/photo-slots.ts";
import type { PrintSpec } from "#shop/designs/document/print-spec.ts";
import { summarise } from "#shop/designs/draw/summarise.ts";
import { samplesOf } from "#shop/designs/edit/template-fields.ts";
import { photoFields } from "#shop/designs/fill-template.ts";
import { drawInThread } from "#shop/designs/in-thread.server.ts";
import { priceDesign } from "#shop/designs/print/price-design.ts";
import { readTemplate, type TemplateRow } from "#shop/designs/roster/template-source.server.ts";

/** Placeholder for a photograph. The price does not depend on the picture. */
const photograph: Photograph = { sha256: "0".repeat(64), width: 4_000, height: 4_000 };

/**
 * Stores the surcharge of the cheapest published template of a product, for the prices of lists. Called after each change of
 * templates or specifications, with the product locked.
 */
export async function refreshPrintPrice(sql: Sql, productId: string): Promise<void> {
  const cheapest = await findPrintPrice(sql, productId);
  const { amount, points } = cheapest ?? { amount: 0, points: 0 };
  await sql`
    update products set print_amount = ${amount}, print_points = ${points}
    where id = ${productId} and (print_amount, print_points) <> (${amount}, ${points})`;
}

/** @returns undefined without a published template that can be printed */
export async function findPrintPrice(sql: Sql, productId: string): Promise<PrintFrom | undefined> {
  const rows = await sql<TemplateRow[]>`
    select t.id as template_id, t.document, s.id as spec_id, s.spec, o.spec as own
    from design_templates t join print_specs o on o.id = (t.document ->> 'spec')::uuid
    cross join (
      select distinct vs.spec_id from variant_specs vs join product_variants v on v.id = vs.variant_id
      where v.product_id = ${productId} and not v.archived
    ) used join print_specs s on s.id = used.spec_id
    where t.product_id = ${productId} and t.published order by t.position, t.id, s.revision`;
  const [product] = await sql<{ base: number }[]>`
    select coalesce(min(shown_price), 0) as base from product_variants
    where product_id = ${productId} and not archived`;
  const base = product?.base ?? 0;
  const prices: PrintFrom[] = [];
  for (const row of rows) {
    const template = readTemplate(row);
    if (template) prices.push(await priceOf(template));
  }
  const total = ({ amount, points }: PrintFrom) => amount * 10_000 + base * points;
  return prices.toSorted((a, b) => total(a) - total(b))[0];
}

async function priceOf(template: {
  document: DesignDocument;
  spec: PrintSpec;
}): Promise<PrintFrom> {
  const { document, spec } = template;
  const known = new Map([[photograph.sha256, photograph]]);
  const { drawing } = await drawInThread("fillTemplate", template, leastValues(document), known);
  const run = { base: 0, pieces: 1, isSetUp: false };
  const { unit, setup } = priceDesign(spec.price, summarise(drawing.list), run);
  const points = spec.price.reduce(
    (sum, rule) => sum + (rule.kind === "percent" ? rule.basisPoints : 0),
    0,
  );
  return { amount: unit + setup, points };
}

/** One letter or a photograph for each required field; where none is required, for the first. */
function leastValues(document: DesignDocument): Record<string, string> {
  const samples = samplesOf(document);
  const photos = new Set(photoFields(document));
  const { fields } = document;
  const filled = fields.some(({ required }) => required)
    ? fields.filter(({ required }) => required)
    : fields.slice(0, 1);
  const values = Object.fromEntries(fields.map(({ id }) => [id, ""]));
  for (const { id } of filled)
    values[id] = photos.has(id) ? photograph.sha256 : ([...(samples[id] ?? "")][0] ?? "A");
  return values;
}
