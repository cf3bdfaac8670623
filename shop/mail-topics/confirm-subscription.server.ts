import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { choicesOf, type MailSubscriber } from "./choices.server.ts";
import { linkToken } from "./link-token.server.ts";
import { singleUseHash } from "./single-use-token.server.ts";
import type { ConsentEvidence } from "./topic.ts";

export interface Confirmation {
  /**
   * `open`: waits for its press. `confirmed`: now. `used`: before. `expired`: after seven days, or because the owner
   * has stopped mails since it was asked for.
   */
  readonly state: "open" | "confirmed" | "used" | "expired";
  readonly subscriber: MailSubscriber;
  /** Slugs of the topics that it is about. */
  readonly topics: readonly string[];
  /** Opens the recipient's choices; only after the confirmation, which proves that the address is theirs. */
  readonly linkToken: string | undefined;
}

/** What a link of a confirmation mail is about. Changes nothing, because mail programs open links too. */
export async function readConfirmation(token: string): Promise<Confirmation | undefined> {
  const hash = singleUseHash(token);
  if (!hash) return undefined;
  const sql = asShop();
  const [row] = await sql<
    { recipient_id: string; topics: string[]; state: Confirmation["state"] }[]
  >`
    select k.recipient_id, k.topics, case
      when k.used_at is not null then 'used'
      when k.expires_at <= now() then 'expired' else 'open' end as state
    from private.mail_tokens k where k.hash = ${hash} and k.kind = 'confirm'`;
  return row && describe(sql, row.recipient_id, row.topics, row.state);
}

/**
 * Confirms what a link of a confirmation mail asks for, once: the topics are on, and what suppressed the address before
 * the mail was asked for is lifted.
 */
export async function confirmSubscription(
  token: string,
  evidence: ConsentEvidence,
): Promise<Confirmation | undefined> {
  const hash = singleUseHash(token);
  if (!hash) return undefined;
  return inTransaction(async (sql) => {
    const [known] =
      await sql`select from private.mail_tokens where hash = ${hash} and kind = 'confirm'`;
    if (!known) return undefined;
    const [done] = await sql<
      { outcome: "confirmed" | "used" | "expired"; recipient: string; topics: string[] }[]
    >`select outcome, recipient, topics from private.confirm_subscription(${hash}, ${sql.json(evidence as never)})`;
    return done && describe(sql, done.recipient, done.topics, done.outcome);
  });
}

async function describe(
  sql: Sql,
  recipientId: string,
  topics: readonly string[],
  state: Confirmation["state"],
): Promise<Confirmation | undefined> {
  const subscriber = await choicesOf(sql, recipientId);
  if (!subscriber) return undefined;
  const isProved = state === "confirmed" || state === "used";
  return { state, subscriber, topics, linkToken: isProved ? linkToken(recipientId) : undefined };
}
