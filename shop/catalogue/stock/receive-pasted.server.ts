import { fail, ok, type Result } from "#base/result.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { bookPieces } from "./change-stock.server.ts";
import { bookUnitCost } from "./costs.server.ts";
import { matchPasted } from "./match-pasted.server.ts";
import { readPastedPieces } from "./pasted-pieces.ts";

export type ReceivePastedProblem =
  | { readonly code: "not_permitted" | "pasted_nothing" }
  /** Lines that match no variant; nothing was booked. */
  | { readonly code: "pasted_unmatched"; readonly lines: readonly string[] };

/**
 * Books a delivery from a pasted table of SKUs or barcodes, received pieces and, for staff who may change costs, the cost of
 * a piece. All lines in one transaction; a repeated request books once.
 * @param input.skips true books the matched lines and ignores the rest
 * @returns the number of lines that were booked
 */
export function receivePastedDelivery(
  actor: Person,
  input: {
    readonly key: string;
    readonly text: string;
    readonly note: string;
    readonly skips: boolean;
  },
): Promise<Result<number, ReceivePastedProblem>> {
  const { key, note } = input;
  return asStaff<number, ReceivePastedProblem>(
    actor,
    "stock.adjust",
    async (sql) => {
      const pasted = readPastedPieces(input.text, may(actor, "costs.edit"));
      const { matched, unmatched } = await matchPasted(sql, pasted, sql`not v.archived`);
      if (unmatched.length > 0 && !input.skips)
        return fail({ code: "pasted_unmatched", lines: unmatched });
      const lines = [...matched].filter(([, { pieces }]) => pieces > 0);
      if (lines.length === 0) return fail({ code: "pasted_nothing" });
      for (const [variant, { pieces, cost }] of lines) {
        const booked = await bookPieces(sql, actor.id, variant, {
          kind: "receive",
          key: `${key}:${variant}`,
          quantity: pieces,
          note,
        });
        if (booked !== undefined && cost !== null)
          await bookUnitCost(sql, actor, booked, variant, cost);
      }
      return ok(lines.length);
    },
    { code: "not_permitted" },
  );
}
