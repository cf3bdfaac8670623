import * as v from "valibot";
import { ok, type Result } from "#base/result.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import type { Cells, ReadCell } from "#shop/imports/cells.ts";
import { answers, readAnswer, readWhole, tidyCell } from "#shop/imports/read-values.ts";
import {
  type Refusal,
  refuse,
  type Sheet,
  sheetKind,
  type Thing,
} from "#shop/imports/sheet.server.ts";
import {
  promotionRefusals,
  writePromotion,
} from "#shop/promotions/editor/save-promotion.server.ts";
import { type PromotionFields, promotionFieldsSchema } from "#shop/promotions/promotion-input.ts";
import {
  lockPromotionFields,
  readPromotionFields,
} from "#shop/promotions/read-promotion-fields.server.ts";
import { readMoment } from "./read-moment.ts";

type Type = PromotionFields["type"];

/** What a promotion gives, as the file names it. */
const typeNames: Readonly<Record<Type, string>> = {
  percent: "persen",
  fixed: "potongan",
  free_shipping: "gratis ongkir",
  fixed_shipping: "ongkir tetap",
  buy_x_get_y: "beli x dapat y",
  gift: "hadiah",
};
/** These name goods, which only their page can choose. */
const typesWithGoods: readonly string[] = [typeNames.buy_x_get_y, typeNames.gift];
const classNames = { product: "barang", order: "pesanan", shipping: "ongkir" } as const;

/** Whole numbers by column. The first ones are never missing. */
const numbers = {
  nilai: "value",
  min_belanja: "min_subtotal",
  min_jumlah: "min_quantity",
  prioritas: "priority",
  potongan_maks: "max_discount",
  batas_pakai: "usage_limit",
  batas_per_pelanggan: "per_customer_limit",
  anggaran: "budget",
} as const satisfies Readonly<Record<string, keyof PromotionFields>>;
const neverMissing: readonly string[] = ["nilai", "min_belanja", "min_jumlah", "prioritas"];
const booleans = {
  otomatis: "automatic",
  pesanan_pertama: "first_order_only",
  tanpa_obral: "exclude_sale_items",
  aktif: "enabled",
} as const satisfies Readonly<Record<string, keyof PromotionFields>>;
const moments = { mulai: "starts_at", berakhir: "ends_at" } as const;

/** Columns by field, for problems of the form. */
const columnsByField = new Map<string, string>([
  ...[numbers, booleans, moments].flatMap((part) =>
    Object.entries(part).map(([column, field]) => [field, column] as const),
  ),
  ["name", "promosi"],
  ["type", "jenis"],
  ["class", "golongan"],
]);

const sheet: Sheet = {
  name: "promotions",
  keyColumns: ["promosi"],
  needs: ["promosi", "jenis"],
  columns: [
    ...["nama_en", "jenis", "golongan"],
    ...Object.keys(numbers),
    ...Object.keys(booleans),
    ...Object.keys(moments),
  ],
  permission: "promos.edit",
  exportPermissions: ["promos.read"],
  needsProof: true,
  read: readPromotionCell,
  keyOf: ({ promosi }) => promosi?.toLowerCase() || undefined,
  find: (sql, keys, isWriting) => read(sql, sql`${nameIn(sql)} = any (${[...keys]})`, isWriting),
  list: (sql, after, limit) =>
    read(
      sql,
      sql`${after}::text is null or ${nameIn(sql)} collate "C" > ${after}`,
      false,
      sql`order by ${nameIn(sql)} collate "C" limit ${limit}`,
    ),
  async countExport(sql, max) {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from (select from promotions where archived_at is null limit ${max}) counted`;
    return row?.n ?? 0;
  },
  async write(sql, known, cells, { actorId }) {
    const stored = known?.id ? await lockPromotionFields(sql, known.id) : undefined;
    if (!stored) {
      const [other] = await sql<{ n: number }[]>`
        select count(*)::int as n from promotions p where archived_at is null
          and ${nameIn(sql)} = lower(${cells.promosi ?? ""})`;
      if ((other?.n ?? 0) > 1) return refuse("promotion_ambiguous", "promosi");
    }
    const wanted = fieldsOf(stored?.fields, cells);
    if (!wanted.ok) return wanted;
    const id = known?.id ?? crypto.randomUUID();
    const written = await writePromotion(sql, id, wanted.value, {
      before: stored?.fields,
      actorId,
    });
    if (written.ok) return ok(null);
    if (written.problem.code !== "promotion_contradictory") return refuse(written.problem.code);
    return refuseFields(Object.entries(written.problem.problems));
  },
  async remove(sql, known) {
    const [used] = await sql`
      select from promotions p where id = ${known.id ?? ""} and (used > 0
        or exists (select from promo_codes c where c.promotion_id = p.id)
        or exists (select from promo_batches b where b.promotion_id = p.id)) for update`;
    if (used) return refuse("promotion_in_use");
    await sql`delete from promotions where id = ${known.id ?? ""}`;
    return ok(null);
  },
  constraints: Object.fromEntries(promotionRefusals.map((code) => [code, { code }])),
};

/** Promotions with their own values; their codes, goods and conditions have files and screens of their own. */
export const promotionsKind = sheetKind(sheet);

const nameIn = (sql: Sql) => sql`lower(btrim(p.name ->> 'id'))`;

function readPromotionCell(column: string, cell: string): ReadCell {
  const text = tidyCell(cell);
  if (column in numbers) return readNumber(column, text);
  if (column in booleans) return readAnswer(text);
  if (column in moments) return readMoment(text, column === "berakhir" ? "23:59" : "00:00");
  const plain = text.toLowerCase().replace(/[\s_-]+/g, " ");
  if (column === "jenis") return named(typeNames, plain, "promotion_type_unknown");
  if (column === "golongan") return named(classNames, plain, "promotion_class_unknown");
  return { ok: true, value: text.replace(/\s+/g, " ") };
}

function readNumber(column: string, text: string): ReadCell {
  const isNegative = column === "prioritas" && text.startsWith("-");
  const read = readWhole(isNegative ? text.slice(1) : text);
  return read.ok && isNegative && read.value !== "0" ? { ok: true, value: `-${read.value}` } : read;
}

function named(names: Readonly<Record<string, string>>, text: string, problem: string): ReadCell {
  const found = Object.entries(names).find(
    ([code, name]) => name === text || code.replaceAll("_", " ") === text,
  );
  return found ? { ok: true, value: found[1] } : { ok: false, problem };
}

const keyNamed = <T extends string>(names: Readonly<Record<T, string>>, name: string) =>
  (Object.keys(names) as T[]).find((key) => names[key] === name);

function fieldsOf(
  stored: PromotionFields | undefined,
  cells: Cells,
): Result<PromotionFields, Refusal> {
  const { promosi = "", nama_en = "", jenis = "", golongan = "" } = cells;
  const type = keyNamed<Type>(typeNames, jenis);
  if (!type) return refuse("required", "jenis");
  if (type !== stored?.type && (typesWithGoods.includes(jenis) || isOfGoods(stored))) {
    return refuse("promotion_type_by_screen", "jenis");
  }
  const input: Record<string, unknown> = {
    ...stored,
    name: { id: stored?.name.id ?? promosi, en: nama_en },
    type,
    class: keyNamed(classNames, golongan) ?? (type.endsWith("shipping") ? "shipping" : "order"),
  };
  for (const [column, field] of Object.entries(numbers)) {
    const cell = cells[column] ?? "";
    if (cell !== "") input[field] = Number(cell);
    else input[field] = neverMissing.includes(column) ? 0 : null;
  }
  for (const [column, field] of Object.entries(booleans)) {
    // A new promotion is off until somebody says that it applies.
    input[field] = cells[column] === answers.yes;
  }
  for (const [column, field] of Object.entries(moments)) {
    input[field] = (cells[column] ?? "").replace(" ", "T") || null;
  }
  const checked = v.safeParse(promotionFieldsSchema, input);
  if (checked.success) return ok(checked.output);
  return refuseFields(
    checked.issues.map((issue) => [v.getDotPath(issue) ?? "", issue.message] as const),
  );
}

const isOfGoods = (stored: PromotionFields | undefined) =>
  stored !== undefined && typesWithGoods.includes(typeNames[stored.type]);

function refuseFields(problems: readonly (readonly [string, string])[]): Result<never, Refusal> {
  const [[path, code] = ["", "invalid_input"]] = problems;
  const field = path === "name.en" ? "nama_en" : columnsByField.get(path.split(".")[0] ?? "");
  return refuse(code, field);
}

async function read(
  sql: Sql,
  which: SqlFragment,
  isWriting: boolean,
  order: SqlFragment = sql``,
): Promise<readonly Thing[]> {
  // Two promotions of one name are told apart by nothing in a file: neither is found.
  const rows = await sql<{ id: string; key: string }[]>`
    select p.id, ${nameIn(sql)} as key from promotions p
    where archived_at is null and (${which}) and not exists (
      select from promotions o where o.archived_at is null and o.id <> p.id
        and lower(btrim(o.name ->> 'id')) = ${nameIn(sql)}) ${order}`;
  if (isWriting) {
    await sql`select from promotions where id = any (${rows.map(({ id }) => id)}) order by id for update`;
  }
  const stored = await readPromotionFields(
    sql,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, key }) => {
    const found = stored.get(id);
    return found ? [{ key, id, place: key, cells: cellsOf(found.fields) }] : [];
  });
}

function cellsOf(fields: PromotionFields): Cells {
  const cells: Record<string, string> = {
    promosi: fields.name.id.trim(),
    nama_en: fields.name.en,
    jenis: typeNames[fields.type],
    golongan: classNames[fields.class],
  };
  for (const [column, field] of Object.entries(numbers)) {
    cells[column] = fields[field] === null ? "" : String(fields[field]);
  }
  for (const [column, field] of Object.entries(booleans)) {
    cells[column] = fields[field] ? answers.yes : answers.no;
  }
  for (const [column, field] of Object.entries(moments)) {
    cells[column] = fields[field]?.replace("T", " ") ?? "";
  }
  return cells;
}
