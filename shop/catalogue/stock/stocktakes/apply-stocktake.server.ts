import { fail, ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { LimitProblem } from "#shop/staff/approvals/approval.ts";
import { withCodedLimits } from "#shop/staff/approvals/with-limits.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { recordAct } from "#shop/staff/staff-rights.server.ts";
import { describeStocktake } from "./describe-stocktake.server.ts";

/** SKUs that an entry of the audit log names; a stocktake may have very many. */
const maxNamed = 20;

function namedOf(lines: readonly { readonly sku: string }[]): string {
  const named = lines.slice(0, maxNamed).map(({ sku }) => sku);
  return [...named, ...(lines.length > maxNamed ? ["…"] : [])].join(", ");
}

export type ReviewProblem =
  | { readonly code: "not_permitted" | "not_found" | "stocktake_state" | "recount_needed" }
  | { readonly code: LimitProblem }
  /** More pieces were sent since the count than it found; these SKUs need a recount. */
  | { readonly code: "stock_below_zero"; readonly skus: readonly string[] };

/**
 * Books the differences of a reviewed stocktake, once: counted pieces less the ledger's pieces at the moment of
 * counting, so that what moved since stays right. Lines that nobody counted or that are left out stay as they are. Missing
 * pieces wait for a colleague when they are worth more than the actor may write off alone.
 * @returns the number of adjusted variants
 */
export function applyStocktake(actor: Person, id: string): Promise<Result<number, ReviewProblem>> {
  return withCodedLimits<number, ReviewProblem>(
    actor,
    "stocktakes.approve",
    () =>
      asStaff<number, ReviewProblem>(
        actor,
        "stocktakes.approve",
        (sql) => bookDifferences(sql, actor.id, id),
        { code: "not_permitted" },
      ),
    (sql) => describeStocktake(sql, id),
  );
}

/** `applyStocktake` in the caller's transaction, which has checked the permission. */
export async function bookDifferences(
  sql: Sql,
  actorId: string,
  id: string,
): Promise<Result<number, ReviewProblem>> {
  const [found] = await sql<{ state: string; name: string }[]>`
        select state, name from stocktakes where id = ${id} for update`;
  if (!found) return fail({ code: "not_found" });
  if (found.state !== "review") return fail({ code: "stocktake_state" });
  const figures = await sql<{ variant_id: string; difference: number; needs_recount: boolean }[]>`
        select variant_id, counted - position as difference, needs_recount from private.stocktake_figures(${id})
        where counted is not null and not is_excluded`;
  if (figures.some(({ needs_recount }) => needs_recount)) return fail({ code: "recount_needed" });
  const changes = sql.json(figures.filter(({ difference }) => difference !== 0));
  // Nothing moves from here to the commit, so no figure falls below zero behind this check.
  await sql`
        select from stock_items where variant_id in (
          select variant_id from jsonb_to_recordset(${changes}) c (variant_id uuid))
        order by variant_id for update`;
  const short = await sql<{ sku: string }[]>`
        select v.sku from jsonb_to_recordset(${changes}) c (variant_id uuid, difference int)
        join stock_items i using (variant_id) join product_variants v on v.id = i.variant_id
        where i.on_hand + c.difference < 0 order by v.sku`;
  if (short.length > 0) {
    return fail({ code: "stock_below_zero", skus: short.map(({ sku }) => sku) });
  }
  await sql`
        insert into stock_movements (variant_id, kind, quantity, reason, note, dedupe_key, actor_id)
        select variant_id, 'adjusted', difference, 'count', ${found.name}, ${`stocktake:${id}:`} || variant_id, ${actorId}
        from jsonb_to_recordset(${changes}) c (variant_id uuid, difference int) order by variant_id`;
  await sql`
        update stocktake_lines l set booked = c.difference
        from jsonb_to_recordset(${changes}) c (variant_id uuid, difference int)
        where l.stocktake_id = ${id} and l.variant_id = c.variant_id`;
  await sql`
        update stocktakes set state = 'applied', closed_at = now(), closed_by = ${actorId} where id = ${id}`;
  return ok(figures.filter(({ difference }) => difference !== 0).length);
}

/**
 * Asks for another count of lines, and opens the counting again; or leaves a line out, or takes it in again.
 * @param variantIds null: every line that needs a recount
 */
export function decideLines(
  actor: Person,
  id: string,
  act: "recount" | "leave-out" | "take-in",
  variantIds: readonly string[] | null,
): Promise<Result<null, ReviewProblem>> {
  return asStaff<null, ReviewProblem>(
    actor,
    "stock.adjust",
    async (sql) => {
      const [found] = await sql<{ state: string }[]>`
        select state from stocktakes where id = ${id} for update`;
      if (!found) return fail({ code: "not_found" });
      if (found.state !== "review") return fail({ code: "stocktake_state" });
      if (act !== "recount") {
        const isExcluded = act === "leave-out";
        const changed = await sql<{ sku: string }[]>`
          update stocktake_lines l set is_excluded = ${isExcluded} from product_variants v
          where l.stocktake_id = ${id} and l.variant_id = any (${[...(variantIds ?? [])]}::uuid[])
            and l.is_excluded <> ${isExcluded} and v.id = l.variant_id returning v.sku`;
        if (changed.length > 0) {
          await recordAct(sql, actor, isExcluded ? "stocktake.left_out" : "stocktake.taken_in", {
            subjectId: id,
            details: { count: changed.length, sku: namedOf(changed) },
          });
        }
        return ok(null);
      }
      const [asked] = await sql<{ n: number }[]>`
        with asked as (
          update stocktake_lines l set round = l.round + 1, is_excluded = false
          from private.stocktake_figures(${id}) f
          where l.stocktake_id = ${id} and l.variant_id = f.variant_id and f.counted is not null
            and ${variantIds === null ? sql`f.needs_recount` : sql`l.variant_id = any (${[...variantIds]}::uuid[])`}
          returning 1)
        select count(*)::int as n from asked`;
      if (asked && asked.n > 0) {
        await sql`update stocktakes set state = 'counting' where id = ${id}`;
      }
      return ok(null);
    },
    { code: "not_permitted" },
  );
}
