import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { violatedConstraint } from "#db/client.server.ts";
import { assetsOf, type DisplayList } from "#shop/designs/draw/display-list.ts";
import { isMissingFiles } from "#shop/designs/uploads/find-asset.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { isRefusedAsOwn } from "#shop/orders/own-order.server.ts";
import { lockCustomisation } from "#shop/production/customisations/lock-customisation.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";

export const reprintSchema = v.strictObject({
  /** Idempotency key, chosen by the form. */
  id: v.pipe(v.string(), v.uuid()),
  customisation_id: v.pipe(v.string(), v.uuid()),
  pieces: v.pipe(
    v.number(),
    v.integer("reprint_pieces_invalid"),
    v.minValue(1, "reprint_pieces_invalid"),
    v.maxValue(99, "reprint_pieces_invalid"),
  ),
  reason: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, "reprint_reason_missing"),
    v.maxLength(200, "invalid_input"),
  ),
});
export type ReprintInput = v.InferOutput<typeof reprintSchema>;

export type ReprintProblem =
  | "not_permitted"
  | "customisation_not_found"
  | "order_not_paid"
  | "reprint_not_printed"
  | "picture_gone"
  /** With the account went what would be printed. */
  | "buyer_gone"
  | "stock_missing"
  /** The order is the actor's own: a colleague has to ask for it. */
  | "own_order"
  | "write_off_over_limit";

/**
 * Staff: asks for pieces to be printed once more by the approved proof, which nobody has to approve again. The goods leave the
 * stock, because the order's own were used. A repeated id asks for nothing.
 */
export function reprint(
  actor: Person,
  { id, customisation_id, pieces, reason }: ReprintInput,
): Promise<Result<null, ReprintProblem>> {
  return asStaff<null, ReprintProblem>(actor, "customisations.review", async (sql) => {
    const locked = await lockCustomisation(sql, customisation_id);
    if (!locked) return fail("customisation_not_found");
    const [known] = await sql`
      select from reprints where id = ${id}`;
    if (known) return ok(null);
    if (await isRefusedAsOwn(sql, actor, locked.order_id, "customisations.review")) {
      return fail("own_order");
    }
    if (!locked.may_begin) return fail("order_not_paid");
    if (locked.customer_id === null) return fail("buyer_gone");
    const [proof] = await sql<{ display: DisplayList | null }[]>`
      select display from proofs where customisation_id = ${customisation_id} and decision = 'approved'`;
    if (proof?.display && (await isMissingFiles(assetsOf(proof.display))))
      return fail("picture_gone");
    try {
      await sql`insert into reprints ${sql({ id, customisation_id, pieces, reason, actor_id: actor.id })}`;
      await sql`
        insert into stock_movements (variant_id, kind, quantity, reason, note, dedupe_key, actor_id)
        select l.variant_id, 'adjusted', ${-pieces}, 'damaged', ${reason}, ${`reprint:${id}`}, ${actor.id}
        from customisations c join order_lines l on l.id = c.order_line_id
        where c.id = ${customisation_id} and l.variant_id is not null`;
      return ok(null);
    } catch (error) {
      const constraint = violatedConstraint(error);
      if (constraint === "reprint_not_printed" || constraint === "write_off_over_limit") {
        return fail(constraint);
      }
      if (constraint === "reprint_buyer_gone") return fail("buyer_gone");
      if (constraint === "on_hand_negative") return fail("stock_missing");
      throw error;
    }
  });
}
