import { ok } from "#base/result.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import { setRedirect } from "#shop/catalogue/products/set-redirect.server.ts";
import { tidyCell } from "#shop/imports/read-values.ts";
import { refuse, type Sheet, sheetKind, type Thing } from "#shop/imports/sheet.server.ts";

const kindNames = { product: "barang", category: "kategori", collection: "koleksi" } as const;
type Kind = keyof typeof kindNames;

const sheet: Sheet = {
  name: "redirects",
  keyColumns: ["jenis", "alamat_lama"],
  columns: ["tujuan"],
  permission: "products.edit",
  exportPermissions: ["products.read"],
  read(column, cell) {
    const text = tidyCell(cell).toLowerCase();
    if (column === "jenis") {
      const kind = kindOf(text);
      return kind ? { ok: true, value: kindNames[kind] } : { ok: false, problem: "kind_invalid" };
    }
    const slug = slugOfAddress(text);
    return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug.length <= 100
      ? { ok: true, value: slug }
      : { ok: false, problem: "slug_invalid" };
  },
  keyOf: ({ jenis, alamat_lama }) => (jenis && alamat_lama ? `${jenis}/${alamat_lama}` : undefined),
  find: (sql, keys) => read(sql, sql`${keyIn(sql)} = any (${[...keys]})`),
  list: (sql, after, limit) =>
    read(
      sql,
      sql`${after}::text is null or ${keyIn(sql)} > ${after}`,
      sql`order by ${keyIn(sql)} limit ${limit}`,
    ),
  async countExport(sql, max) {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from (select from slug_redirects limit ${max}) counted`;
    return row?.n ?? 0;
  },
  async write(sql, _, { jenis = "", alamat_lama = "", tujuan = "" }) {
    const kind = kindOf(jenis);
    if (!kind) return refuse("kind_invalid", "jenis");
    if (tujuan === "") return refuse("required", "tujuan");
    const written = await setRedirect(sql, kind, alamat_lama, tujuan);
    return written.ok ? ok(null) : refuse(written.problem, "tujuan");
  },
  async remove(sql, { cells: { jenis = "", alamat_lama = "" } }) {
    const kind = kindOf(jenis);
    if (!kind) return refuse("kind_invalid", "jenis");
    await setRedirect(sql, kind, alamat_lama, null);
    return ok(null);
  },
  constraints: {
    slug_in_use: { code: "slug_in_use", column: "alamat_lama" },
    slug_invalid: { code: "slug_invalid", column: "alamat_lama" },
  },
};

/** Addresses of long ago, e.g. of an earlier shop, and the products, categories and collections that they lead to. */
export const redirectsKind = sheetKind(sheet);

function kindOf(text: string): Kind | undefined {
  return (Object.keys(kindNames) as Kind[]).find(
    (kind) => kind === text || kindNames[kind] === text,
  );
}

/** The last part of an address, e.g. of `https://toko.id/products/kaos-hitam?x=1`. */
function slugOfAddress(text: string): string {
  return (
    text
      .split(/[?#]/, 1)[0]
      ?.split("/")
      .findLast((part) => part !== "") ?? ""
  );
}

const keyIn = (sql: Sql) =>
  sql`((case r.kind when 'product' then 'barang' when 'category' then 'kategori' else 'koleksi' end || '/' || r.old_slug) collate "C")`;

async function read(
  sql: Sql,
  which: SqlFragment,
  order: SqlFragment = sql``,
): Promise<readonly Thing[]> {
  const rows = await sql<{ kind: Kind; old_slug: string; slug: string }[]>`
    select r.kind, r.old_slug, coalesce(p.slug, c.slug, g.slug) as slug from slug_redirects r
    left join products p on p.id = r.product_id left join categories c on c.id = r.category_id
    left join collections g on g.id = r.collection_id
    where ${which} ${order}`;
  return rows.map(({ kind, old_slug, slug }) => {
    const key = `${kindNames[kind]}/${old_slug}`;
    return {
      key,
      place: key,
      cells: { jenis: kindNames[kind], alamat_lama: old_slug, tujuan: slug },
    };
  });
}
