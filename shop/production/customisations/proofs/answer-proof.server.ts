import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import {
  type CustomisationStatus,
  maxMessageLength,
} from "#shop/production/customisations/customisation.ts";
import { queueDesignMail } from "#shop/production/customisations/design-mail.server.ts";

/** A customer's message: line breaks are allowed, other control characters are not. */
export const messageSchema = v.object({
  /** Idempotency key, chosen by the form. */
  id: v.pipe(v.string(), v.uuid("invalid_input")),
  /** The place on a proof that it is about. */
  pin_id: v.optional(v.pipe(v.string(), v.uuid("invalid_input"))),
  text: v.pipe(
    v.string(),
    v.transform((text) => text.replace(/\r\n?/g, "\n").trim()),
    v.minLength(1, "message_missing"),
    v.maxLength(maxMessageLength, "message_too_long"),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL stores no such character
    v.regex(/^[^\u0000-\u0008\u000b-\u001f\u007f]*$/, "message_invalid"),
  ),
});
export type MessageInput = v.InferOutput<typeof messageSchema>;

export type ProofProblem =
  | "customisation_not_found"
  | "proof_outdated"
  | "proof_decided"
  | "order_canceled";

/** What is recorded of an approval besides person, time and proof. */
export interface ApprovalEvidence {
  /** Where the request comes from. */
  readonly network: string;
  /** The version and the language of the sentence that was ticked. */
  readonly wording: string;
}

/** The customer approves a proof. A repeated call changes nothing. */
export function approveProof(
  actor: Person,
  proofId: string,
  evidence: ApprovalEvidence,
): Promise<Result<null, ProofProblem>> {
  return inTransaction(async (sql) => {
    const proof = await lockProof(sql, actor, proofId);
    if (!proof) return fail("customisation_not_found");
    if (proof.decision === "approved") return ok(null);
    const problem = problemOf(proof);
    if (problem) return fail(problem);
    await decide(sql, proof, "approved", actor, evidence);
    await sql`update customisations set status = 'approved' where id = ${proof.customisation_id}`;
    await queueDesignMail(sql, proof.customisation_id, "approved", proof.id);
    return ok(null);
  });
}

/** The customer requests changes to a proof and describes them. A repeated call changes nothing. */
export function askForChanges(
  actor: Person,
  proofId: string,
  message: MessageInput,
  network: string,
): Promise<Result<null, ProofProblem>> {
  return inTransaction(async (sql) => {
    const proof = await lockProof(sql, actor, proofId);
    if (!proof) return fail("customisation_not_found");
    if (proof.decision === "changes_requested") return ok(null);
    const problem = problemOf(proof);
    if (problem) return fail(problem);
    await decide(sql, proof, "changes_requested", actor, { network, wording: null });
    await insertMessage(sql, actor, proof.customisation_id, message);
    await sql`
      update customisations set status = 'changes_requested' where id = ${proof.customisation_id}`;
    return ok(null);
  });
}

/** A customer's message to the shop about an own customisation. */
export function writeMessage(
  actor: Person,
  customisationId: string,
  message: MessageInput,
): Promise<Result<null, "customisation_not_found" | "pin_not_found" | "too_many_messages">> {
  return inTransaction(async (sql) => {
    const [own] = await sql`
      select from customisations where id = ${customisationId} and customer_id = ${actor.id} for update`;
    if (!own) return fail("customisation_not_found");
    if (message.pin_id && !(await hasPin(sql, customisationId, message.pin_id)))
      return fail("pin_not_found");
    if (await hasWrittenTooMuch(sql, customisationId)) return fail("too_many_messages");
    await insertMessage(sql, actor, customisationId, message);
    return ok(null);
  });
}

const maxMessagesPerDay = 50;

/** Limits what a customer writes about one customisation within a day. */
export async function hasWrittenTooMuch(sql: Sql, customisationId: string): Promise<boolean> {
  const [written] = await sql<{ count: number }[]>`
    select count(*)::int as count from customisation_messages
    where customisation_id = ${customisationId} and not from_shop and at > now() - interval '1 day'`;
  return (written?.count ?? 0) >= maxMessagesPerDay;
}

/** Whether a pin is on a proof of this customisation. */
export async function hasPin(sql: Sql, customisationId: string, pinId: string): Promise<boolean> {
  const found = await sql`
    select from proof_pins where id = ${pinId} and customisation_id = ${customisationId}`;
  return found.length > 0;
}

interface LockedProof {
  readonly id: string;
  readonly customisation_id: string;
  readonly decision: string | null;
  readonly status: CustomisationStatus;
  readonly is_newest: boolean;
  readonly is_canceled: boolean;
}

/** Locks the customisation first, so that a decision and a newer proof are serialised. */
async function lockProof(
  sql: Sql,
  actor: Person,
  proofId: string,
): Promise<LockedProof | undefined> {
  await sql`
    select from customisations c where c.customer_id = ${actor.id}
      and c.id = (select customisation_id from proofs where id = ${proofId}) for update`;
  const [proof] = await sql<LockedProof[]>`
    select p.id, p.customisation_id, p.decision, c.status,
      not exists (
        select from proofs n where n.customisation_id = c.id and n.version > p.version
      ) as is_newest, o.status = 'canceled' as is_canceled
    from proofs p join customisations c on c.id = p.customisation_id join orders o on o.id = c.order_id
    where p.id = ${proofId} and c.customer_id = ${actor.id}`;
  return proof;
}

function problemOf(proof: LockedProof): ProofProblem | undefined {
  if (proof.is_canceled) return "order_canceled";
  if (!proof.is_newest) return "proof_outdated";
  return proof.status === "proof_sent" && proof.decision === null ? undefined : "proof_decided";
}

async function decide(
  sql: Sql,
  proof: LockedProof,
  decision: "approved" | "changes_requested",
  actor: Person,
  { network, wording }: { readonly network: string; readonly wording: string | null },
): Promise<void> {
  await sql`
    update proofs set decision = ${decision}, decided_at = clock_timestamp(), decided_by = ${actor.id},
      decided_ip = ${network}, decided_wording = ${wording}
    where id = ${proof.id}`;
}

/** Stores a message of the customer. A repeated id stores nothing. */
export async function insertMessage(
  sql: Sql,
  actor: Person,
  customisationId: string,
  { id, text, pin_id }: MessageInput,
): Promise<void> {
  await sql`
    insert into customisation_messages (id, customisation_id, customer_id, from_shop, text, pin_id)
    values (${id}, ${customisationId}, ${actor.id}, false, ${text}, ${pin_id ?? null})
    on conflict (id) do nothing`;
}
