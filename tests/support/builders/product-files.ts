import { parse } from "csv-parse/sync";
import { type Column, productColumns } from "#shop/imports/products/columns.ts";
import { listTaskRows } from "#shop/staff/tasks/read-tasks.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";

export type Row = Record<Column, string>;

/** The rows of an exported file. */
export function rowsOf(text: string): Row[] {
  return parse(text, { bom: true, delimiter: ";", columns: true });
}
/** A file as a spreadsheet saves it: cells as they are. */
export function fileOf(
  rows: readonly Partial<Row>[],
  columns: readonly Column[] = productColumns,
): string {
  const cells = (row: Partial<Row>) => columns.map((column) => row[column] ?? "");
  return [columns, ...rows.map(cells)]
    .map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(";"))
    .join("\r\n");
}
/** Everything that an import may write. */
export async function shopState() {
  const sql = asSeed();
  const products = await sql`
    select id, slug, name, summary, description, sections, options, tags, status, published_at::text, tax_class, shipping_class, brand, seo,
      array(select category_id from product_categories c where c.product_id = p.id order by 1) as categories
    from products p order by id`;
  const variants = await sql`
    select v.id, v.product_id, v.sku, v.barcode, v.options, v.price, v.was_price, v.weight_grams, v.length_mm, v.width_mm, v.height_mm,
      v.archived, s.on_hand
    from product_variants v join stock_items s on s.variant_id = v.id order by v.id`;
  return { products: [...products], variants: [...variants] };
}
/** A variant with its stock. */
export async function variant(id: string) {
  const [row] = await asSeed()<
    {
      price: number;
      was_price: number | null;
      on_hand: number;
      sku: string;
      version: number;
      archived: boolean;
    }[]
  >`
    select v.price, v.was_price, v.sku, v.version, v.archived, s.on_hand from product_variants v
    join stock_items s on s.variant_id = v.id where v.id = ${id}`;
  if (!row) throw new Error("no variant");
  return row;
}
/** The refused rows of a task. */
export const failures = async (task: string | null | undefined) =>
  (await listTaskRows(task ?? "", "failed", null)).rows.map(({ row_no, code, field }) => ({
    row_no,
    code,
    field,
  }));
