import { fail, ok, type Result } from "#base/result.ts";
import { cleanIdentifier } from "#base/typed-text.ts";
import { inSavepoint, type Sql, violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import type { CountInput } from "./stocktake.ts";

export type CountProblem =
  | "not_permitted"
  | "not_found"
  | "code_unknown"
  | "not_in_stocktake"
  | "stocktake_state";

export interface Counted {
  readonly variant_id: string;
  readonly sku: string;
  /** What this person counted of the line, in pieces. */
  readonly own: number;
}

/**
 * Counts one more piece by its SKU or barcode, or states what this person counted of a line in all. Counts of several
 * people add up.
 */
export async function countLine(
  actor: Person,
  stocktakeId: string,
  input: CountInput,
): Promise<Result<Counted, CountProblem>> {
  try {
    return await asStaff<Counted, CountProblem>(actor, "stock.adjust", async (sql) => {
      const variant = await findVariant(sql, input);
      if (!variant) return fail(input.how === "scan" ? "code_unknown" : "not_found");
      const place = { stocktake_id: stocktakeId, variant_id: variant.id, counted_by: actor.id };
      const [line] = await sql<{ round: number }[]>`
        select round from stocktake_lines where stocktake_id = ${stocktakeId} and variant_id = ${variant.id} for no key update`;
      if (!line) return fail("not_in_stocktake");
      const before = await ownCount(sql, place, line.round);
      const pieces = input.how === "scan" ? 1 : input.pieces - (before ?? 0);
      // Zero pieces are a count too, but only the first time.
      if (pieces !== 0 || before === null) await addCount(sql, place, pieces, input.key);
      const own = await ownCount(sql, place, line.round);
      return ok({ variant_id: variant.id, sku: variant.sku, own: own ?? 0 });
    });
  } catch (error) {
    if (violatedConstraint(error) === "stocktake_not_counting") return fail("stocktake_state");
    throw error;
  }
}

async function findVariant(
  sql: Sql,
  input: CountInput,
): Promise<{ id: string; sku: string } | undefined> {
  const code = input.how === "scan" ? cleanIdentifier(input.code) : "";
  const [found] =
    input.how === "figure"
      ? await sql<{ id: string; sku: string }[]>`
          select id, sku from product_variants where id = ${input.variant_id}`
      : await sql<{ id: string; sku: string }[]>`
          select id, sku from product_variants
          where barcode = ${code} or upper(sku) = ${code.toUpperCase()}
          order by sku = ${code} desc, barcode = ${code} desc nulls last limit 1`;
  return found;
}

interface CountPlace {
  readonly stocktake_id: string;
  readonly variant_id: string;
  readonly counted_by: string;
}

/** @param key names the request: a repeated one counts once */
async function addCount(sql: Sql, place: CountPlace, pieces: number, key: string): Promise<void> {
  const row = { ...place, pieces, dedupe_key: `${place.counted_by}:${key}` };
  await inSavepoint(
    sql,
    (inner) =>
      inner`insert into stocktake_counts ${inner(row)} on conflict (dedupe_key) do nothing`,
  );
}

/**
 * Makes a person's count of a line what it shall be in all, or takes it back whole; the caller has checked the permission
 * `stock.adjust`.
 * @param pieces null: as if the person had not counted the line
 * @throws a refusal of the database: `stocktake_not_counting`, `stocktake_line_missing`
 */
export async function setCount(
  sql: Sql,
  place: CountPlace,
  pieces: number | null,
  key: string,
): Promise<void> {
  const { stocktake_id, variant_id, counted_by } = place;
  const [line] = await sql<{ round: number }[]>`
    select round from stocktake_lines where stocktake_id = ${stocktake_id} and variant_id = ${variant_id} for no key update`;
  const before = await ownCount(sql, place, line?.round ?? 1);
  if (before === pieces) return;
  if (pieces !== null) {
    await addCount(sql, place, pieces - (before ?? 0), key);
    return;
  }
  // Positive counts last, so that the sum is never below zero on the way.
  await sql`
    insert into stocktake_counts (stocktake_id, variant_id, counted_by, pieces, dedupe_key, takes_back)
    select ${stocktake_id}, ${variant_id}, ${counted_by}, -pieces, concat_ws(':', counted_by, ${key}::text, id), id
    from private.standing_counts
    where stocktake_id = ${stocktake_id} and variant_id = ${variant_id} and counted_by = ${counted_by}
      and round = ${line?.round ?? 1}
    order by pieces, id`;
}

async function ownCount(
  sql: Sql,
  { stocktake_id, variant_id, counted_by }: CountPlace,
  round: number,
): Promise<number | null> {
  const [row] = await sql<{ own: number | null }[]>`
    select sum(pieces)::int as own from private.standing_counts
    where stocktake_id = ${stocktake_id} and variant_id = ${variant_id} and round = ${round} and counted_by = ${counted_by}`;
  return row?.own ?? null;
}
