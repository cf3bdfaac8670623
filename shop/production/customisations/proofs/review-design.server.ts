import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { claim } from "#shop/production/customisations/claim-customisation.server.ts";
import { customisationStatuses } from "#shop/production/customisations/customisation.ts";
import { queueDesignMail } from "#shop/production/customisations/design-mail.server.ts";
import {
  type LockedCustomisation,
  lockCustomisation,
} from "#shop/production/customisations/lock-customisation.server.ts";
import { rejections } from "#shop/production/customisations/rejection.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { recordAct } from "#shop/staff/staff-rights.server.ts";
import { hasPin, type MessageInput } from "./answer-proof.server.ts";

/** What the person saw when deciding; a step after somebody else's is refused. */
export const seenSchema = {
  customisation_id: v.pipe(v.string(), v.uuid()),
  status: v.picklist(customisationStatuses),
  /** The newest proof. */
  proof_id: v.nullable(v.pipe(v.string(), v.uuid())),
};
/** What a person writes beside a step; PostgreSQL stores no U+0000. */
export const noteSchema = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(1000),
  v.check((text) => !text.includes("\0")),
);
export const reviewInputSchema = v.strictObject(seenSchema);
export type ReviewInput = v.InferOutput<typeof reviewInputSchema>;

export const rejectInputSchema = v.strictObject({
  ...seenSchema,
  reason: v.picklist(rejections, "rejection_missing"),
  /** What the reason means for this design, for the buyer. */
  note: noteSchema,
});
export type RejectInput = v.InferOutput<typeof rejectInputSchema>;

export type ReviewProblem =
  | "not_permitted"
  | "customisation_not_found"
  | "order_not_placed"
  | "order_not_paid"
  | "changed_meanwhile"
  | "step_not_possible"
  | "proof_needed";

/** Staff: takes a submitted or rejected design into review. A repeated call changes nothing. */
export function takeIntoReview(
  actor: Person,
  input: ReviewInput,
): Promise<Result<null, ReviewProblem>> {
  return asStaff<null, ReviewProblem>(actor, "customisations.review", async (sql) => {
    const found = await lockCustomisation(sql, input.customisation_id);
    if (!found) return fail("customisation_not_found");
    if (found.status === "in_review") return ok(null);
    const problem = problemOf(found, input, ["submitted", "rejected"]);
    if (problem) return fail(problem);
    if (found.status === "rejected") {
      await sql`
        update customisations set status = 'submitted', rejection = null, rejection_note = '' where id = ${found.id}`;
    }
    await sql`update customisations set status = 'in_review' where id = ${found.id}`;
    await claim(sql, actor, found.id);
    await record(sql, actor, found, "customisation.reviewed");
    return ok(null);
  });
}

/**
 * Staff: lets a design be printed as the buyer put it into the cart, without asking again (docs/why/production.md). Only the proof
 * that the buyer agreed to counts, and a specification that wants a proof gets one. A repeated call changes nothing.
 */
export function approveAsOrdered(
  actor: Person,
  input: ReviewInput,
): Promise<Result<null, ReviewProblem>> {
  return asStaff<null, ReviewProblem>(actor, "customisations.review", async (sql) => {
    const found = await lockCustomisation(sql, input.customisation_id);
    if (!found) return fail("customisation_not_found");
    if (found.status === "approved") return ok(null);
    const problem = problemOf(found, input, ["submitted", "in_review"]);
    if (problem) return fail(problem);
    const approved = await sql`
      update proofs p set decision = 'approved', decided_at = clock_timestamp(), decided_by = ${actor.id}
      from customisations c
      where p.id = ${found.proof_id} and c.id = p.customisation_id and p.decision is null and p.source = 'buyer'
        and p.display_hash is not null and c.spec ->> 'policy' is distinct from 'proof'
      returning p.id`;
    if (approved.length === 0) return fail("proof_needed");
    await sql`update customisations set status = 'approved' where id = ${found.id}`;
    await record(sql, actor, found, "customisation.approved");
    await queueDesignMail(sql, found.id, "approved", approved[0]?.id ?? "");
    return ok(null);
  });
}

/** Staff: rejects a design with a reason, which the buyer reads. The money is returned on the order's page. */
export function rejectDesign(
  actor: Person,
  input: RejectInput,
): Promise<Result<null, ReviewProblem>> {
  return asStaff<null, ReviewProblem>(actor, "customisations.review", async (sql) => {
    const found = await lockCustomisation(sql, input.customisation_id);
    if (!found) return fail("customisation_not_found");
    if (found.status === "rejected") return ok(null);
    const problem = problemOf(found, input, ["submitted", "in_review", "changes_requested"]);
    if (problem) return fail(problem);
    if (found.status === "submitted") {
      await sql`update customisations set status = 'in_review' where id = ${found.id}`;
    }
    await sql`
      update customisations set status = 'rejected', rejection = ${input.reason}, rejection_note = ${input.note}
      where id = ${found.id}`;
    const act = await record(sql, actor, found, "customisation.rejected", { reason: input.reason });
    await queueDesignMail(sql, found.id, "rejected", act);
    return ok(null);
  });
}

/** Staff: writes to the buyer in the thread, and by mail. A repeated id writes nothing. */
export function answerBuyer(
  actor: Person,
  customisationId: string,
  message: MessageInput,
): Promise<Result<null, "not_permitted" | AnswerProblem>> {
  return asStaff<null, AnswerProblem>(actor, "customisations.review", async (sql) => {
    const found = await lockCustomisation(sql, customisationId);
    if (!found) return fail("customisation_not_found");
    if (found.customer_id === null) return fail("buyer_gone");
    if (message.pin_id && !(await hasPin(sql, found.id, message.pin_id)))
      return fail("pin_not_found");
    await insertAnswer(sql, actor, found, message);
    return ok(null);
  });
}

type AnswerProblem = "customisation_not_found" | "buyer_gone" | "pin_not_found";

/** Stores a message of the shop and queues its mail. A repeated id does nothing. */
export async function insertAnswer(
  sql: Sql,
  actor: Person,
  found: LockedCustomisation,
  { id, text, pin_id }: MessageInput,
): Promise<void> {
  const stored = await sql`
    insert into customisation_messages (id, customisation_id, customer_id, from_shop, text, pin_id)
    values (${id}, ${found.id}, ${found.customer_id}, true, ${text}, ${pin_id ?? null})
    on conflict (id) do nothing returning id`;
  if (stored.length === 0) return;
  await record(sql, actor, found, "customisation.answered", { message: id });
  await queueDesignMail(sql, found.id, "question", id);
}

function problemOf(
  found: LockedCustomisation,
  seen: ReviewInput,
  from: readonly LockedCustomisation["status"][],
): ReviewProblem | undefined {
  if (!found.is_placed) return "order_not_placed";
  if (!found.may_begin) return "order_not_paid";
  if (found.status !== seen.status || found.proof_id !== seen.proof_id) return "changed_meanwhile";
  return from.includes(found.status) ? undefined : "step_not_possible";
}

/** @returns an id of this act, for its mail */
async function record(
  sql: Sql,
  actor: Person,
  { id, order_id }: LockedCustomisation,
  act: string,
  details: object = {},
): Promise<string> {
  await recordAct(sql, actor, act, { orderId: order_id, subjectId: id, details });
  const [row] = await sql<{ id: string }[]>`
    select count(*)::text as id from audit_entries where subject_kind = 'customisation' and subject_id = ${id}`;
  return row?.id ?? "";
}
