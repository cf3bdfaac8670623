import { ok } from "#base/result.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import { showMedia } from "#shop/catalogue/media/show-media.server.ts";
import { readList, tidyCell } from "#shop/imports/read-values.ts";
import { refuse, type Sheet, sheetKind, type Thing } from "#shop/imports/sheet.server.ts";

const sheet: Sheet = {
  name: "pictures",
  keyColumns: ["alamat"],
  needs: ["alamat", "gambar"],
  columns: ["gambar"],
  permission: "media.manage",
  exportPermissions: ["products.read"],
  read(column, cell) {
    return column === "alamat"
      ? { ok: true, value: tidyCell(cell).toLowerCase() }
      : { ok: true, value: readList(tidyCell(cell)).join("|") };
  },
  keyOf: ({ alamat }) => alamat || undefined,
  find: (sql, keys) => read(sql, sql`p.slug = any (${[...keys]})`),
  list: (sql, after, limit) =>
    read(
      sql,
      sql`${after}::text is null or p.slug > ${after}`,
      sql`order by p.slug limit ${limit}`,
    ),
  async countExport(sql, max) {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from (select from products limit ${max}) counted`;
    return row?.n ?? 0;
  },
  async write(sql, known, { gambar = "" }, { isUndo }) {
    if (!known?.id) return refuse("product_missing", "alamat");
    const shown = await showMedia(sql, known.id, readList(gambar), isUndo ?? false);
    return shown.ok ? ok(null) : refuse(shown.problem.code, "gambar", shown.problem.name);
  },
  remove: async () => refuse("product_missing", "alamat"),
};

/** Pictures of products by the names of their files in the media library, in their order. */
export const picturesKind = sheetKind(sheet);

async function read(
  sql: Sql,
  which: SqlFragment,
  order: SqlFragment = sql``,
): Promise<readonly Thing[]> {
  const rows = await sql<{ id: string; slug: string; names: string[] }[]>`
    select p.id, p.slug, array(select m.original_name from product_images i join media m on m.id = i.media_id
      where i.product_id = p.id order by i.position, i.id) as names
    from products p where ${which} ${order}`;
  return rows.map(({ id, slug, names }) => ({
    key: slug,
    id,
    place: slug,
    // A name twice, or one with the separator, is not told apart; such a list is not written again unless it is changed.
    cells: { alamat: slug, gambar: readList(names.join("|")).join("|") },
  }));
}
