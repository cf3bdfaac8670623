import { ok, type Result } from "#base/result.ts";
import { violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";

export type RepairProblem = "not_permitted" | "ledger_impossible";

/** Variants that one repair corrects. */
export const maxRepaired = 1000;

/**
 * Sets the figures of variants to the sum of their ledger. What moved since the differences were shown counts too.
 * @returns the number of corrected variants; `ledger_impossible` when a ledger adds up to a figure that cannot be, e.g.
 * pieces below zero: then nothing is changed, and an adjustment has to come first
 */
export async function repairStock(
  actor: Person,
  variantIds: readonly string[],
): Promise<Result<number, RepairProblem>> {
  try {
    return await asStaff<number, RepairProblem>(actor, "stock.adjust", async (sql) => {
      const [row] = await sql<{ repaired: number }[]>`
        select private.repair_stock(${variantIds.slice(0, maxRepaired)}::uuid[]) as repaired`;
      return ok(row?.repaired ?? 0);
    });
  } catch (error) {
    const impossible = ["on_hand_negative", "allocated_negative", "held_negative", "out_of_stock"];
    if (impossible.includes(violatedConstraint(error) ?? "")) {
      return { ok: false, problem: "ledger_impossible" };
    }
    throw error;
  }
}
