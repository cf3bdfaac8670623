import { ok } from "#base/result.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import { tidyCell } from "#shop/imports/read-values.ts";
import { refuse, type Sheet, sheetKind, type Thing } from "#shop/imports/sheet.server.ts";
import { writePostcode } from "#shop/kernel/regions/write-postcode.server.ts";

const sheet: Sheet = {
  name: "postcodes",
  keyColumns: ["kode_wilayah"],
  needs: ["kode_wilayah", "kode_pos"],
  columns: ["kode_pos"],
  notes: ["wilayah"],
  permission: "shipping.edit",
  exportPermissions: ["shipping.read"],
  read(column, cell) {
    // The office writes codes of regions with points: 32.73.07.1001.
    const text = tidyCell(cell).replace(/[.\s]/g, "");
    if (column === "kode_wilayah") {
      return /^\d{10}$/.test(text)
        ? { ok: true, value: text }
        : { ok: false, problem: "region_unknown" };
    }
    return /^\d{5}$/.test(text)
      ? { ok: true, value: text }
      : { ok: false, problem: "postcode_invalid" };
  },
  keyOf: ({ kode_wilayah }) => kode_wilayah || undefined,
  find: (sql, keys) => read(sql, sql`code = any (${[...keys]})`),
  list: (sql, after, limit) =>
    read(sql, sql`${after}::text is null or code > ${after}`, sql`order by code limit ${limit}`),
  async countExport(sql, max) {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from (select from regions where full_name is not null limit ${max}) counted`;
    return row?.n ?? 0;
  },
  async write(sql, known, { kode_wilayah = "", kode_pos = "" }) {
    if (!known) return refuse("region_unknown", "kode_wilayah");
    const written = await writePostcode(sql, kode_wilayah, kode_pos || null);
    return written.ok ? ok(null) : refuse(written.problem, "kode_pos");
  },
  remove: async () => refuse("region_unknown", "kode_wilayah"),
};

/** Postal codes of kelurahan and desa, by the ten digits of the office. */
export const postcodesKind = sheetKind(sheet);

async function read(
  sql: Sql,
  which: SqlFragment,
  order: SqlFragment = sql``,
): Promise<readonly Thing[]> {
  const rows = await sql<{ code: string; postal_code: string | null; full_name: string }[]>`
    select code, postal_code, full_name from regions where full_name is not null and (${which}) ${order}`;
  return rows.map(({ code, postal_code, full_name }) => ({
    key: code,
    place: code,
    cells: { kode_wilayah: code, kode_pos: postal_code ?? "", wilayah: full_name },
  }));
}
