import { isUuid } from "#base/uuid.ts";
import type { Sql } from "#db/client.server.ts";
import { unescapeFormula } from "#shop/csv/cell.ts";
import { slugOf } from "#shop/products/slug.ts";
import { nullMark } from "../cells.ts";
import type { KeyedRow, StagedRow } from "../kind.ts";

/**
 * The product of each row: by the variant's id, the address, the SKU, and else the name of a new one. Keys: `p:{id}` of a
 * product of the shop, `n:{slug}` of a new one, `u:…` of none.
 */
export async function findProductKeys(
  sql: Sql,
  rows: readonly StagedRow[],
): Promise<readonly KeyedRow[]> {
  const text = (cell: string | undefined) =>
    unescapeFormula(cell ?? "")
      .replaceAll(nullMark, "")
      .trim();
  const named = rows.map(({ row_no, cells }) => {
    const name = text(cells.nama_id);
    const id = text(cells.id_varian);
    return {
      row_no,
      variant_id: isUuid(id) ? id : null,
      slug: text(cells.alamat).toLowerCase().slice(0, 200) || null,
      sku: text(cells.sku).slice(0, 200) || null,
      name: name ? slugOf(name) || name.slice(0, 80) : null,
    };
  });
  const found = await sql<{ row_no: number; key: string }[]>`
    select r.row_no,
      coalesce('p:' || by_id.product_id, 'p:' || by_slug.id, case when r.slug is not null then 'n:' || r.slug end,
        'p:' || by_sku.product_id, 'n:' || r.name, case when r.sku is not null then 'u:' || r.sku end, 'u:row ' || r.row_no) as key
    from jsonb_to_recordset(${sql.json(named as never)}) r (row_no bigint, variant_id uuid, slug text, sku text, name text)
    left join product_variants by_id on by_id.id = r.variant_id
    left join products by_slug on by_slug.slug = r.slug
    left join product_variants by_sku on by_sku.sku = r.sku`;
  const keys = new Map(found.map(({ row_no, key }) => [row_no, key]));
  return rows.map((row) => ({ ...row, key: keys.get(row.row_no) ?? `u:row ${row.row_no}` }));
}
