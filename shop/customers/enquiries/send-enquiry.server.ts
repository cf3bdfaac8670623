import { createHash } from "node:crypto";
import { AppError } from "#base/errors.ts";
import type { Language } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import { verifyCaptcha } from "#integrations/captcha/captcha.server.ts";
import type { EnquiryInput } from "./enquiry.ts";
import { queueEnquiryMails } from "./enquiry-mail.server.ts";

export type EnquiryProblem =
  | { readonly code: "captcha_missing" | "captcha_failed" | "captcha_unavailable" }
  | { readonly code: "too_many_enquiries"; readonly minutes: number };

export interface EnquiryContext {
  /** Chosen by the form; without a key, identical input counts as the same enquiry. */
  readonly idempotencyKey: string | undefined;
  readonly captchaToken: string;
  /** The sender's address on the network. */
  readonly ip: string;
  readonly language: Language;
}

const perNetwork = { limit: 20, windowSeconds: 3600 };
/** Each enquiry sends a mail to the address, whose owner may not have requested it. */
const perAddress = { limit: 5, windowSeconds: 86_400 };

/**
 * Stores a visitor's enquiry and queues a mail to the shop and one to the sender, in one transaction. A repeated key
 * changes nothing.
 * @returns the number that both mails name
 * @throws AppError `idempotency_key_reused` 422 when the key belongs to another input
 */
export async function sendEnquiry(
  input: EnquiryInput,
  context: EnquiryContext,
): Promise<Result<{ number: number }, EnquiryProblem>> {
  const requestHash = createHash("sha256").update(JSON.stringify(input)).digest("hex");
  const key = context.idempotencyKey || `words:${requestHash}`;
  const earlier = await findEarlier(asShop(), key, requestHash);
  if (earlier) return ok(earlier);

  const wait = await countRequest(`enquiry:${context.ip}`, perNetwork);
  if (wait > 0) return tooMany(wait);
  const reasons = await verifyCaptcha("contact", context.captchaToken, { ip: context.ip });
  if (reasons) return fail({ code: captchaProblem(reasons) });
  const rest = await countRequest(`enquiry-to:${input.email}`, perAddress);
  if (rest > 0) return tooMany(rest);

  return inTransaction(async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`enquiry:${key}`}, 0))`;
    const meanwhile = await findEarlier(sql, key, requestHash);
    if (meanwhile) return ok(meanwhile);
    const { language } = context;
    const [row] = await sql<{ id: string; number: number }[]>`
      insert into enquiries ${sql({ ...input, language, idempotency_key: key, request_hash: requestHash })}
      returning id, number`;
    if (!row) throw new AppError("enquiry_lost", 500);
    await queueEnquiryMails(sql, { ...input, ...row, language });
    return ok({ number: row.number });
  });
}

async function findEarlier(
  sql: Sql,
  key: string,
  requestHash: string,
): Promise<{ number: number } | undefined> {
  const [row] = await sql<{ number: number; request_hash: string }[]>`
    select number, request_hash from enquiries where idempotency_key = ${key}`;
  if (!row) return undefined;
  if (row.request_hash !== requestHash) throw new AppError("idempotency_key_reused", 422);
  return { number: row.number };
}

function captchaProblem(reasons: readonly string[]) {
  if (reasons.includes("missing-input-response")) return "captcha_missing" as const;
  if (reasons.includes("captcha-unavailable")) return "captcha_unavailable" as const;
  return "captcha_failed" as const;
}

function tooMany(seconds: number) {
  return fail({ code: "too_many_enquiries" as const, minutes: Math.ceil(seconds / 60) });
}
