import * as v from "valibot";
import type { Language } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { type EnquiryStatus, type EnquiryTopic, maxAnswerLength, textBlock } from "./enquiry.ts";
import { queueAnswerMail } from "./enquiry-mail.server.ts";

export const answerSchema = v.object({
  /** Idempotency key, chosen by the form. */
  id: v.pipe(v.string(), v.uuid("invalid_input")),
  text: textBlock(maxAnswerLength),
});
export type AnswerInput = v.InferOutput<typeof answerSchema>;

interface Locked {
  status: EnquiryStatus;
  number: number;
  topic: EnquiryTopic;
  name: string;
  email: string;
  message: string;
  language: Language;
}

/** Staff: stores an answer and mails it to the sender of the enquiry. */
export async function answerEnquiry(
  actor: Person,
  enquiryId: string,
  answer: AnswerInput,
): Promise<Result<{ id: string }, "enquiry_not_found">> {
  if (!may(actor, "enquiries.edit")) return fail("enquiry_not_found");
  return inTransaction(async (sql) => {
    const enquiry = await lock(sql, enquiryId);
    if (!enquiry) return fail("enquiry_not_found");
    const stored = await sql`
      insert into enquiry_answers (id, enquiry_id, author_id, text)
      values (${answer.id}, ${enquiryId}, ${actor.id}, ${answer.text})
      on conflict (id) do nothing returning id`;
    if (stored.length > 0) {
      await queueAnswerMail(sql, enquiry, answer);
      await sql`update enquiries set status = 'answered' where id = ${enquiryId}`;
    }
    return ok({ id: answer.id });
  });
}

/** Staff: closes or reopens an enquiry. A repeated call changes nothing. */
export async function setEnquiryClosed(
  actor: Person,
  enquiryId: string,
  closed: boolean,
): Promise<Result<{ status: EnquiryStatus }, "enquiry_not_found">> {
  if (!may(actor, "enquiries.edit")) return fail("enquiry_not_found");
  return inTransaction(async (sql) => {
    const enquiry = await lock(sql, enquiryId);
    if (!enquiry) return fail("enquiry_not_found");
    const [answered] = await sql`
      select from enquiry_answers where enquiry_id = ${enquiryId} limit 1`;
    const status = closed ? "closed" : answered ? "answered" : "new";
    if (enquiry.status !== status) {
      await sql`update enquiries set status = ${status} where id = ${enquiryId}`;
    }
    return ok({ status });
  });
}

async function lock(sql: Sql, id: string): Promise<Locked | undefined> {
  if (!v.is(v.pipe(v.string(), v.uuid()), id)) return undefined;
  const [row] = await sql<Locked[]>`
    select status, number, topic, name, email, message, language from enquiries where id = ${id} for update`;
  return row;
}
