import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { type Sql, violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { lockOrder } from "#shop/orders/order-status.server.ts";
import type { CustomisationStatus } from "#shop/production/customisations/customisation.ts";
import { queueDesignMail } from "#shop/production/customisations/design-mail.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";

const pieces = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99));

export const printedInputSchema = v.strictObject({
  /** Idempotency key, chosen by the form or printed on the job ticket. */
  id: v.pipe(v.string(), v.uuid()),
  customisation_id: v.pipe(v.string(), v.uuid()),
  good: pieces,
  spoiled: pieces,
  /** Why pieces were spoiled. */
  reason: v.pipe(v.string(), v.trim(), v.maxLength(200)),
});
export type PrintedInput = v.InferOutput<typeof printedInputSchema>;

export type PrintedProblem =
  | "not_permitted"
  | "customisation_not_found"
  | "order_not_paid"
  | "no_pieces"
  | "spoiled_reason_missing"
  | "job_not_approved"
  | "job_too_many"
  | "stock_missing"
  | "write_off_over_limit";

/**
 * Staff: counts printed pieces of a customisation. The first count begins its production, the last good piece ends it, and
 * spoiled pieces leave the stock. A repeated id counts nothing.
 */
export function countPrinted(
  actor: Person,
  input: PrintedInput,
): Promise<Result<{ status: CustomisationStatus; good: number }, PrintedProblem>> {
  return asStaff<{ status: CustomisationStatus; good: number }, PrintedProblem>(
    actor,
    "customisations.review",
    async (sql) => {
      if (input.good + input.spoiled === 0) return fail("no_pieces");
      if (input.spoiled > 0 && input.reason === "") return fail("spoiled_reason_missing");
      const [found] = await sql<{ order_id: string; variant_id: string | null }[]>`
        select c.order_id, l.variant_id from customisations c join order_lines l on l.id = c.order_line_id
        where c.id = ${input.customisation_id}`;
      if (!found) return fail("customisation_not_found");
      // Serialises the counts of one order with each other and with its cancellation.
      const order = await lockOrder(sql, found.order_id);
      if (!order?.may_print) return fail("order_not_paid");
      const [known] = await sql`
        select from production_jobs where id = ${input.id}`;
      if (!known) {
        const begins = (await progressOf(sql, input.customisation_id)).status === "approved";
        const problem = await insertJob(sql, actor, input, found.variant_id);
        if (problem) return fail(problem);
        if (begins) await queueDesignMail(sql, input.customisation_id, "in_production", "");
      }
      return ok(await progressOf(sql, input.customisation_id));
    },
  );
}

async function insertJob(
  sql: Sql,
  actor: Person,
  { id, customisation_id, good, spoiled, reason }: PrintedInput,
  variantId: string | null,
): Promise<PrintedProblem | undefined> {
  const [proof] = await sql<{ id: string }[]>`
    select id from proofs where customisation_id = ${customisation_id} and decision = 'approved'`;
  if (!proof) return "job_not_approved";
  try {
    await sql`
      insert into production_jobs ${sql({ id, customisation_id, proof_id: proof.id, good, spoiled, reason, actor_id: actor.id })}`;
    if (spoiled > 0 && variantId !== null) {
      await sql`
        insert into stock_movements (variant_id, kind, quantity, reason, note, dedupe_key, actor_id)
        values (${variantId}, 'adjusted', ${-spoiled}, 'damaged', ${reason}, ${`spoiled:${id}`}, ${actor.id})`;
    }
    return undefined;
  } catch (error) {
    const constraint = violatedConstraint(error);
    switch (constraint) {
      case "job_not_approved":
      case "job_too_many":
      case "write_off_over_limit":
        return constraint;
      case "on_hand_negative":
        return "stock_missing";
      default:
        throw error;
    }
  }
}

async function progressOf(
  sql: Sql,
  id: string,
): Promise<{ status: CustomisationStatus; good: number }> {
  const [row] = await sql<{ status: CustomisationStatus; good: number }[]>`
    select c.status, (select coalesce(sum(j.good), 0)::int from production_jobs j where j.customisation_id = c.id) as good
    from customisations c where c.id = ${id}`;
  if (!row) throw new Error("a printed customisation is gone");
  return row;
}
