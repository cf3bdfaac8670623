import { fail, ok, type Result } from "#base/result.ts";
import { violatedConstraint } from "#db/client.server.ts";
import { matchPasted } from "#shop/catalogue/stock/match-pasted.server.ts";
import { readPastedPieces } from "#shop/catalogue/stock/pasted-pieces.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { setCount } from "./count-line.server.ts";

export type PastedCountsProblem =
  | { readonly code: "not_permitted" | "stocktake_state" | "not_found" | "pasted_nothing" }
  /** Lines that match no variant of the stocktake; nothing was counted. */
  | { readonly code: "pasted_unmatched"; readonly lines: readonly string[] };

/**
 * Records this person's counts from a pasted table of SKUs or barcodes and pieces. All of them in one
 * transaction; a repeated request counts once.
 * @param input.skips true saves the matched lines and ignores the rest
 * @returns how many lines were counted
 */
export async function countPasted(
  actor: Person,
  stocktakeId: string,
  input: { readonly key: string; readonly text: string; readonly skips: boolean },
): Promise<Result<number, PastedCountsProblem>> {
  try {
    const counted = await asStaff<number, PastedCountsProblem>(
      actor,
      "stock.adjust",
      async (sql) => {
        const { matched, unmatched } = await matchPasted(
          sql,
          readPastedPieces(input.text, false),
          sql`exists (
            select from stocktake_lines l where l.stocktake_id = ${stocktakeId} and l.variant_id = v.id)`,
        );
        if (unmatched.length > 0 && !input.skips)
          return fail({ code: "pasted_unmatched", lines: unmatched });
        if (matched.size === 0) return fail({ code: "pasted_nothing" });
        for (const [variant_id, { pieces }] of matched) {
          const place = { stocktake_id: stocktakeId, variant_id, counted_by: actor.id };
          await setCount(sql, place, pieces, `${input.key}:${variant_id}`);
        }
        return ok(matched.size);
      },
      { code: "not_permitted" },
    );
    return counted;
  } catch (error) {
    if (violatedConstraint(error) === "stocktake_not_counting")
      return fail({ code: "stocktake_state" });
    throw error;
  }
}
