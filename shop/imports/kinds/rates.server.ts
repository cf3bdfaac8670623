import * as v from "valibot";
import { ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import type { Cells, ReadCell } from "#shop/imports/cells.ts";
import { readList, readWhole, tidyCell } from "#shop/imports/read-values.ts";
import {
  type Refusal,
  refuse,
  type Sheet,
  sheetKind,
  type Thing,
} from "#shop/imports/sheet.server.ts";
import { parseRupiah } from "#shop/kernel/money.ts";
import {
  type Pricing,
  type RateInput,
  rateSchema,
} from "#shop/settings/shipping/rates/rate-input.ts";
import {
  eraseRate,
  type Rate,
  type RateKey,
  writeRate,
} from "#shop/settings/shipping/rates/rate-table.server.ts";

/** How a price is found, as the file names it. */
const pricingNames = {
  per_kg: "per kg",
  flat: "tetap",
  percent: "persen",
  weight_tiers: "jenjang berat",
  subtotal_tiers: "jenjang belanja",
} as const satisfies Readonly<Record<Pricing, string>>;

/** Columns that only some ways of pricing read. */
const ownColumns: Readonly<Record<Pricing, readonly string[]>> = {
  per_kg: ["kg_pertama", "kg_berikut"],
  flat: ["harga_tetap"],
  percent: ["persen"],
  weight_tiers: ["jenjang"],
  subtotal_tiers: ["jenjang"],
};
const allOwnColumns = [...new Set(Object.values(ownColumns).flat())];

/** Fields of the form by column. */
const fieldColumns: Readonly<Record<string, string>> = {
  pricing: "cara",
  first_kg: "kg_pertama",
  next_kg: "kg_berikut",
  flat_price: "harga_tetap",
  percent: "persen",
  tiers: "jenjang",
  min_days: "hari_min",
  max_days: "hari_maks",
  free_from: "gratis_dari",
  max_subsidy: "subsidi_maks",
};

const sheet: Sheet = {
  name: "rates",
  keyColumns: ["metode", "zona"],
  columns: ["cara", ...allOwnColumns, "hari_min", "hari_maks", "gratis_dari", "subsidi_maks"],
  permission: "shipping.edit",
  exportPermissions: ["shipping.read"],
  read: readRateCell,
  keyOf: ({ metode, zona }) => (metode && zona ? keyFor(metode, zona) : undefined),
  find: async (sql, keys) => {
    const wanted = new Set(keys);
    return (await readRates(sql)).filter(({ key }) => wanted.has(key));
  },
  list: async (sql, after, limit) =>
    (await readRates(sql))
      .filter(({ place }) => after === null || place > after)
      .sort((a, b) => (a.place < b.place ? -1 : 1))
      .slice(0, limit),
  async countExport(sql, max) {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from (select from shipping_rates limit ${max}) counted`;
    return row?.n ?? 0;
  },
  async write(sql, known, cells) {
    const place = await findPlace(sql, cells);
    if ("code" in place) return refuse(place.code, place.column);
    const input = readInput(known, cells);
    if (!input.ok) return input;
    const written = await writeRate(sql, place.key, place.version, input.value);
    return written.ok ? ok(null) : refuse(written.problem);
  },
  async remove(sql, known) {
    const place = await findPlace(sql, known.cells);
    if ("code" in place) return ok(null);
    const gone = await eraseRate(sql, place.key, place.version);
    return gone.ok ? ok(null) : refuse(gone.problem);
  },
};

/** Prices of delivery: one row is a method in a zone. Tiers stand in one cell, `0-1000=9000|1000-=15000`. */
export const ratesKind = sheetKind(sheet);

function keyFor(method: string, zone: string): string {
  return `${method.toLowerCase()}\n${zone.toLowerCase()}`;
}

function readRateCell(column: string, cell: string): ReadCell {
  const text = tidyCell(cell);
  switch (column) {
    case "metode":
    case "zona":
      return { ok: true, value: text };
    case "cara": {
      const plain = text.toLowerCase().replace(/[\s_-]+/g, " ");
      const found = Object.entries(pricingNames).find(
        ([code, name]) => name === plain || code.replaceAll("_", " ") === plain,
      );
      return found ? { ok: true, value: found[1] } : { ok: false, problem: "pricing_unknown" };
    }
    case "jenjang":
      return readTierCell(text);
    default:
      return readWhole(text);
  }
}

/** No two neighbouring repetitions match the same blanks: they would take cubic time. */
const tierPattern = /^([\d.]*)\s*[-–—]([\d.\s]*)[=:](.+)$/;

/** Grams or rupiah above the first figure up to the second one, and the price; an empty second one has no upper limit. */
function readTierCell(text: string): ReadCell {
  const parts: string[] = [];
  for (const entry of readList(text)) {
    const [, from, to = "", price = ""] = tierPattern.exec(entry) ?? [];
    const [start, end, amount] = [
      readNumber(from ?? ""),
      readNumber(to.trim()),
      parseRupiah(price),
    ];
    if (from === undefined || start === undefined || end === undefined || amount === undefined) {
      return { ok: false, problem: "tier_invalid" };
    }
    parts.push(`${start || "0"}-${end}=${amount}`);
  }
  return { ok: true, value: parts.join("|") };
}

/** @returns the digits, `''` for nothing, undefined for no number */
function readNumber(text: string): string | undefined {
  if (text === "") return "";
  const number = parseRupiah(text);
  return number === undefined ? undefined : String(number);
}

function readInput(known: Thing | null, cells: Cells): Result<RateInput, Refusal> {
  const cara = cells.cara ?? "";
  const pricing = (Object.keys(pricingNames) as Pricing[]).find(
    (code) => pricingNames[code] === cara,
  );
  if (!pricing) return refuse("required", "cara");
  const used = ownColumns[pricing];
  const stray = allOwnColumns.find((column) => {
    const cell = cells[column] ?? "";
    return !used.includes(column) && cell !== "" && cell !== (known?.cells[column] ?? "");
  });
  if (stray) return refuse("not_of_pricing", stray);
  const of = (field: string) => cells[fieldColumns[field] ?? ""] ?? "";
  const tiers = readList(of("tiers")).map((entry) => {
    const [, from = "", to = "", price = ""] = tierPattern.exec(entry) ?? [];
    return { from, to, price };
  });
  const fields = [
    "first_kg",
    "next_kg",
    "flat_price",
    "percent",
    "min_days",
    "max_days",
    "free_from",
    "max_subsidy",
  ];
  const typed = Object.fromEntries(fields.map((field) => [field, of(field)]));
  const parsed = v.safeParse(rateSchema, { ...typed, pricing, tiers });
  if (parsed.success) return ok(parsed.output);
  const [issue] = parsed.issues;
  const column = fieldColumns[String(issue.path?.[0]?.key ?? "")];
  // The problem of a tier names its row, which is one of the cell.
  return refuse(issue.message.replace(/:\d+$/, ""), column);
}

/** The names of methods and zones; of two with one name each is told apart by the beginning of its id. */
const labels = (sql: Sql, table: "methods" | "zones") => {
  const from = table === "methods" ? sql`shipping_methods` : sql`shipping_zones`;
  return sql`(
    select id, case when count(*) over (partition by lower(name ->> 'id')) > 1
      then (name ->> 'id') || ' #' || left(id::text, 8) else name ->> 'id' end as label
    from ${from})`;
};

async function readRates(sql: Sql): Promise<readonly Thing[]> {
  const rows = await sql<(Rate & { method: string; zone: string })[]>`
    select r.method_id, r.zone_id, r.version, r.pricing, r.first_kg, r.next_kg, r.flat_price, r.percent, r.tiers, r.min_days,
      r.max_days, r.free_from, r.max_subsidy, btrim(m.label) as method, btrim(z.label) as zone
    from shipping_rates r join ${labels(sql, "methods")} m on m.id = r.method_id
    join ${labels(sql, "zones")} z on z.id = r.zone_id`;
  return rows.map((rate) => {
    const key = keyFor(rate.method, rate.zone);
    return { key, place: key, cells: cellsOf(rate) };
  });
}

function cellsOf(rate: Rate & { readonly method: string; readonly zone: string }): Cells {
  const used = ownColumns[rate.pricing];
  const own: Readonly<Record<string, string>> = {
    kg_pertama: String(rate.first_kg),
    kg_berikut: String(rate.next_kg),
    harga_tetap: String(rate.flat_price),
    persen: String(rate.percent),
    jenjang: rate.tiers
      .map(({ up_to, price }, n) => `${rate.tiers[n - 1]?.up_to ?? 0}-${up_to ?? ""}=${price}`)
      .join("|"),
  };
  return {
    metode: rate.method,
    zona: rate.zone,
    cara: pricingNames[rate.pricing],
    ...Object.fromEntries(
      allOwnColumns.map((column) => [column, used.includes(column) ? (own[column] ?? "") : ""]),
    ),
    hari_min: String(rate.min_days),
    hari_maks: String(rate.max_days),
    gratis_dari: rate.free_from === null ? "" : String(rate.free_from),
    subsidi_maks: rate.max_subsidy === null ? "" : String(rate.max_subsidy),
  };
}

async function findPlace(
  sql: Sql,
  { metode = "", zona = "" }: Cells,
): Promise<{ key: RateKey; version: number } | { code: string; column: string }> {
  const [method] = await sql<{ id: string }[]>`
    select id from ${labels(sql, "methods")} m where lower(btrim(label)) = ${metode.toLowerCase()}`;
  if (!method) return { code: "method_unknown", column: "metode" };
  const [zone] = await sql<{ id: string }[]>`
    select id from ${labels(sql, "zones")} z where lower(btrim(label)) = ${zona.toLowerCase()}`;
  if (!zone) return { code: "zone_not_found", column: "zona" };
  const [rate] = await sql<{ version: number }[]>`
    select version from shipping_rates where method_id = ${method.id} and zone_id = ${zone.id} for update`;
  return {
    key: { method_id: method.id, zone_id: zone.id },
    version: rate?.version ?? 0,
  };
}
