import { cutText } from "#base/cut-text.ts";
import { isUuid } from "#base/uuid.ts";
import type { Sql } from "#db/client.server.ts";
import { slugOf } from "#shop/catalogue/products/slug.ts";
import { nullMark } from "#shop/imports/cells.ts";
import type { KeyedRow, StagedRow } from "#shop/imports/kind.ts";
import { unescapeFormula } from "#shop/kernel/csv/cell.ts";

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
      slug: cutText(text(cells.alamat).toLowerCase(), 200) || null,
      sku: cutText(text(cells.sku), 200) || null,
      name: name ? slugOf(name) || cutText(name, 80) : null,
      is_parent: text(cells.jenis).toLowerCase().startsWith("variable"),
    };
  });
  const found = await sql<{ row_no: number; key: string }[]>`
    select r.row_no,
      coalesce('p:' || by_id.product_id, 'p:' || by_slug.id, case when r.slug is not null then 'n:' || r.slug end,
        'p:' || by_sku.product_id, 'p:' || by_name.id, 'n:' || r.name, case when r.sku is not null then 'u:' || r.sku end, 'u:row ' || r.row_no) as key
    from jsonb_to_recordset(${sql.json(named)}) r (row_no bigint, variant_id uuid, slug text, sku text, name text, is_parent boolean)
    left join product_variants by_id on by_id.id = r.variant_id
    left join products by_slug on by_slug.slug = r.slug
    left join product_variants by_sku on by_sku.sku = r.sku
    -- Rows without SKU and slug match products by the slug of their name, so a second import finds the products of the first. The
    -- SKU of a WooCommerce parent row is not a variant's SKU.
    left join products by_name on (r.sku is null or r.is_parent) and r.slug is null and by_name.slug = r.name`;
  const keys = new Map(found.map(({ row_no, key }) => [row_no, key]));
  return rows.map((row) => ({ ...row, key: keys.get(row.row_no) ?? `u:row ${row.row_no}` }));
}

/**
 * Gives the variations of WooCommerce the key of their parent, which they name by its SKU or as `id:…`. The key is that of a
 * product of the shop where one of the variations is known by its SKU.
 */
export async function linkVariations(sql: Sql, importId: string): Promise<void> {
  await sql`
    with rows as (
      select row_no, thing_key, sku, btrim(cells -> 'cells' ->> 'jenis') as type,
        btrim(cells -> 'cells' ->> 'id_sumber') as source_id, nullif(btrim(cells -> 'cells' ->> 'induk'), '') as parent
      from private.import_rows where import_id = ${importId} and cells -> 'cells' ? 'jenis'
    ),
    -- One row for each name, so that the join below can hash: an OR of both names compares each pair of rows.
    parents as (
      select row_no, thing_key, sku as name from rows where type like 'variable%' and sku is not null
      union select row_no, thing_key, 'id:' || source_id from rows where type like 'variable%' and source_id is not null
    ),
    families as (
      select p.row_no as parent_row, v.row_no, p.thing_key as parent_key,
        min(v.thing_key) filter (where v.thing_key like 'p:%') over (partition by p.row_no) as known_key
      from rows v join parents p on p.name = v.parent where v.type like 'variation%'
    ),
    keyed as (
      select row_no, coalesce(known_key, parent_key) as key from families
      union select parent_row, coalesce(known_key, parent_key) from families
    )
    update private.import_rows r set thing_key = k.key from keyed k
    where r.import_id = ${importId} and r.row_no = k.row_no and r.thing_key <> k.key`;
}
