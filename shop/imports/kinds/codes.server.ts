import { ok } from "#base/result.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import { answers, readAnswer, tidyCell } from "#shop/imports/read-values.ts";
import { refuse, type Sheet, sheetKind, type Thing } from "#shop/imports/sheet.server.ts";
import { deleteCode, writeCode } from "#shop/promotions/editor/write-code.server.ts";
import { normaliseCode } from "#shop/promotions/promotion.ts";

const sheet: Sheet = {
  name: "codes",
  keyColumns: ["kode"],
  needs: ["kode", "promosi"],
  columns: ["promosi", "aktif", "sekali_pakai"],
  permission: "promos.edit",
  exportPermissions: ["promos.read"],
  needsProof: true,
  read(column, cell) {
    switch (column) {
      case "kode": {
        const code = normaliseCode(cell);
        return /^[A-Z0-9][A-Z0-9-]{0,39}$/.test(code)
          ? { ok: true, value: code }
          : { ok: false, problem: "promo_code_invalid" };
      }
      case "promosi":
        return { ok: true, value: tidyCell(cell) };
      default:
        return readAnswer(cell);
    }
  },
  keyOf: ({ kode }) => kode || undefined,
  find: (sql, keys) => read(sql, sql`c.code = any (${[...keys]})`),
  // The codes of a batch have a file of their own on their promotion's page.
  list: (sql, after, limit) =>
    read(
      sql,
      sql`c.batch is null and (${after}::text is null or c.code > ${after})`,
      sql`order by c.code limit ${limit}`,
    ),
  async countExport(sql, max) {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from (select from promo_codes where batch is null limit ${max}) counted`;
    return row?.n ?? 0;
  },
  async write(sql, _, { kode = "", promosi = "", aktif = "", sekali_pakai = "" }) {
    if (promosi === "") return refuse("required", "promosi");
    const promotions = await sql<{ id: string }[]>`
      select id from promotions where lower(btrim(name ->> 'id')) = lower(${promosi}) and archived_at is null limit 2`;
    const [promotion] = promotions;
    if (!promotion || promotions.length > 1) return refuse("promotion_unknown", "promosi");
    const written = await writeCode(sql, {
      code: kode,
      promotion_id: promotion.id,
      active: aktif !== answers.no,
      single_use: sekali_pakai === answers.yes,
    });
    return written.ok ? ok(null) : refuse(written.problem, columnOf[written.problem] ?? "kode");
  },
  async remove(sql, { cells: { kode = "" } }) {
    const gone = await deleteCode(sql, kode);
    return gone.ok ? ok(null) : refuse(gone.problem);
  },
};

/** Codes of promotions that staff typed: new ones, and whether a code applies. */
export const codesKind = sheetKind(sheet);

const columnOf: Readonly<Record<string, string>> = {
  promotion_automatic: "promosi",
  promotion_unknown: "promosi",
  code_fixed: "promosi",
};

async function read(
  sql: Sql,
  which: SqlFragment,
  order: SqlFragment = sql``,
): Promise<readonly Thing[]> {
  const rows = await sql<
    { code: string; promotion: string; active: boolean; single_use: boolean }[]
  >`
    select c.code, btrim(p.name ->> 'id') as promotion, c.active, c.single_use
    from promo_codes c join promotions p on p.id = c.promotion_id where ${which} ${order}`;
  return rows.map(({ code, promotion, active, single_use }) => ({
    key: code,
    place: code,
    cells: {
      kode: code,
      promosi: promotion,
      aktif: active ? answers.yes : answers.no,
      sekali_pakai: single_use ? answers.yes : answers.no,
    },
  }));
}
