import { fail, ok, type Result } from "#base/result.ts";
import { inSavepoint, type Sql, violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/access.ts";
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
      const place = { stocktake_id: stocktakeId, variant_id: variant.id };
      const [line] = await sql<{ round: number }[]>`
        select round from stocktake_lines where stocktake_id = ${stocktakeId} and variant_id = ${variant.id} for no key update`;
      if (!line) return fail("not_in_stocktake");
      const before = await ownCount(sql, place, line.round, actor.id);
      const pieces = input.how === "scan" ? 1 : input.pieces - (before ?? 0);
      // Zero pieces are a count too, but only the first time.
      if (pieces !== 0 || before === null) {
        const row = {
          ...place,
          pieces,
          counted_by: actor.id,
          dedupe_key: `${actor.id}:${input.key}`,
        };
        await inSavepoint(
          sql,
          (inner) =>
            inner`insert into stocktake_counts ${inner(row)} on conflict (dedupe_key) do nothing`,
        );
      }
      const own = await ownCount(sql, place, line.round, actor.id);
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
  const [found] =
    input.how === "figure"
      ? await sql<{ id: string; sku: string }[]>`
          select id, sku from product_variants where id = ${input.variant_id}`
      : await sql<{ id: string; sku: string }[]>`
          select id, sku from product_variants
          where barcode = ${input.code} or upper(sku) = ${input.code.toUpperCase()}
          order by sku = ${input.code} desc, barcode = ${input.code} desc nulls last limit 1`;
  return found;
}

async function ownCount(
  sql: Sql,
  { stocktake_id, variant_id }: { stocktake_id: string; variant_id: string },
  round: number,
  personId: string,
): Promise<number | null> {
  const [row] = await sql<{ own: number | null }[]>`
    select sum(pieces)::int as own from stocktake_counts
    where stocktake_id = ${stocktake_id} and variant_id = ${variant_id} and round = ${round} and counted_by = ${personId}`;
  return row?.own ?? null;
}
