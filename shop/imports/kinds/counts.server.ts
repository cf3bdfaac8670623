import { cutText } from "#base/cut-text.ts";
import { ok } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import type { Sql } from "#db/client.server.ts";
import { setCount } from "#shop/catalogue/stock/stocktakes/count-line.server.ts";
import { maxCounted } from "#shop/catalogue/stock/stocktakes/stocktake.ts";
import { readWhole, tidyCell } from "#shop/imports/read-values.ts";
import { refuse, type Sheet, sheetKind, type Thing } from "#shop/imports/sheet.server.ts";

const sheet: Sheet = {
  name: "counts",
  keyColumns: ["opname", "sku"],
  needs: ["opname", "sku", "hitungan"],
  columns: ["hitungan"],
  notes: ["nama_opname", "barang", "barcode"],
  title: ({ opname = "", nama_opname = opname, sku = "" }) => `${nama_opname} · ${sku}`,
  permission: "stock.adjust",
  exportPermissions: ["stock.read"],
  read(column, cell) {
    if (column !== "hitungan") return { ok: true, value: cutText(tidyCell(cell), maxName) };
    const read = readWhole(cell);
    if (!read.ok || Number(read.value) <= maxCounted) return read;
    return { ok: false, problem: "number_too_large" };
  },
  keyOf: ({ opname, sku }) => (opname && sku ? keyFor(opname, sku) : undefined),
  find: (sql, keys, _, actorId) =>
    readLines(sql, {
      keys,
      actorId,
      after: null,
      limit: null,
    }),
  list: (sql, after, limit) => readLines(sql, { keys: null, actorId: null, after, limit }),
  async countExport(sql, max) {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from (
        select from stocktake_lines l join stocktakes s on s.id = l.stocktake_id where s.state = 'counting' limit ${max}) counted`;
    return row?.n ?? 0;
  },
  async write(sql, known, cells, { key, row_no, actorId }) {
    if (!known?.id) return refuse(await whyUnknown(sql, cells.opname ?? ""), undefined);
    const [stocktake_id = "", variant_id = ""] = known.id.split("/");
    const { hitungan = "" } = cells;
    const place = { stocktake_id, variant_id, counted_by: actorId };
    await setCount(sql, place, hitungan === "" ? null : Number(hitungan), `${key}:${row_no}`);
    return ok(null);
  },
  remove: async () => refuse("not_in_stocktake", "sku"),
  constraints: {
    stocktake_not_counting: { code: "stocktake_state", column: "opname" },
    stocktake_line_missing: { code: "not_in_stocktake", column: "sku" },
    counted_below_zero: { code: "changed_since", column: "hitungan" },
  },
};

const kind = sheetKind(sheet);

/**
 * What a person counted of a line of a stocktake, in all: the same file twice counts once, and a later scan adds to it. The
 * stocktake is named by its id, as the export does, or by its name while one of that name is counted.
 */
export const countsKind: typeof kind = {
  ...kind,
  async keysOf(sql, rows) {
    const keyed = await kind.keysOf(sql, rows);
    const names = new Map(keyed.map(({ key }) => [key.split("/")[0] ?? "", ""]));
    const found = await sql<{ id: string; name: string }[]>`
      select min(id::text) as id, lower(btrim(name)) as name from stocktakes
      where state = 'counting' and lower(btrim(name)) = any (${[...names.keys()]})
      group by 2 having count(*) = 1`;
    for (const { id, name } of found) names.set(name, id);
    return keyed.map((row) => {
      const [name = "", ...sku] = row.key.split("/");
      return { ...row, key: [names.get(name) || name, ...sku].join("/") };
    });
  },
};

/** Characters of the name of a stocktake and of a SKU that are compared. */
const maxName = 100;

const keyFor = (stocktake: string, sku: string) =>
  `${stocktake.toLowerCase().replaceAll("/", " ")}/${sku.toUpperCase()}`;

async function whyUnknown(sql: Sql, stocktake: string): Promise<string> {
  const [known] = await sql`
    select from stocktakes where id::text = lower(${stocktake}) or lower(btrim(name)) = lower(${stocktake})`;
  return known ? "not_in_stocktake" : "stocktake_unknown";
}

interface Which {
  /** Null: all lines of stocktakes that are counted. */
  readonly keys: readonly string[] | null;
  /** Whose counts are read; null: nobody's, so that an export can be filled in. */
  readonly actorId: string | null;
  readonly after: string | null;
  readonly limit: number | null;
}

async function readLines(
  sql: Sql,
  { keys, actorId, after, limit }: Which,
): Promise<readonly Thing[]> {
  const pairs = (keys ?? []).map((key) => {
    const [id = "", ...sku] = key.split("/");
    return { key, id: isUuid(id) ? id : null, sku: sku.join("/") };
  });
  const [after_id = "", ...after_sku] = (after ?? "").split("/");
  const which = keys
    ? sql`join unnest(${pairs.map(({ key }) => key)}::text[], ${pairs.map(({ id }) => id)}::uuid[], ${pairs.map(({ sku }) => sku)}::text[])
          wanted (key, id, sku) on wanted.id = l.stocktake_id and wanted.sku = upper(v.sku)`
    : sql`where s.state = 'counting' and (${after}::text is null
          or (l.stocktake_id::text, v.sku) > (${after_id}, ${after_sku.join("/")})) `;
  const rows = await sql<
    {
      key: string | null;
      stocktake_id: string;
      variant_id: string;
      name: string;
      sku: string;
      barcode: string | null;
      product: string;
      own: number | null;
    }[]
  >`
    select ${keys ? sql`wanted.key` : sql`null`} as key, l.stocktake_id, l.variant_id, s.name, v.sku, v.barcode,
      p.name ->> 'id' as product, (
        select sum(c.pieces)::int from private.standing_counts c where c.stocktake_id = l.stocktake_id
          and c.variant_id = l.variant_id and c.round = l.round and c.counted_by = ${actorId}) as own
    from stocktake_lines l join stocktakes s on s.id = l.stocktake_id
    join product_variants v on v.id = l.variant_id join products p on p.id = v.product_id ${which}
    order by l.stocktake_id::text, v.sku limit ${limit}`;
  return rows.map(({ key, stocktake_id, variant_id, name, sku, barcode, product, own }) => ({
    key: key ?? keyFor(stocktake_id, sku),
    id: `${stocktake_id}/${variant_id}`,
    place: `${stocktake_id}/${sku}`,
    cells: {
      opname: stocktake_id,
      sku,
      hitungan: own === null ? "" : String(own),
      nama_opname: name,
      barang: product,
      barcode: barcode ?? "",
    },
  }));
}
