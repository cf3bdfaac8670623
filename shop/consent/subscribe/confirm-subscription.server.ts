import { asShop, withRetries } from "#db/client.server.ts";
import {
  type ChoicesRow,
  type MailSubscriber,
  subscriberOf,
} from "#shop/consent/choices.server.ts";
import { linkToken } from "#shop/consent/link-token.server.ts";
import { singleUseHash } from "#shop/consent/single-use-token.server.ts";
import type { ConsentEvidence } from "#shop/consent/topic.ts";

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
  const [row] = await asShop()<Row[]>`
    select k.recipient_id as recipient, k.topics, case
        when k.used_at is not null then 'used'
        when k.expires_at <= now() then 'expired' else 'open' end as state,
      private.mail_choices(k.recipient_id) as choices
    from private.mail_tokens k where k.hash = ${hash} and k.kind = 'confirm'`;
  return describe(row);
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
  const sql = asShop();
  const [row] = await withRetries(
    () => sql<{ pressed: Row | null }[]>`
      select private.press_confirmation(${hash}, ${sql.json(evidence)}) as pressed`,
  );
  return describe(row?.pressed);
}

interface Row {
  readonly recipient: string;
  readonly topics: readonly string[];
  readonly state: Confirmation["state"];
  /** Null: the recipient is gone. */
  readonly choices: ChoicesRow | null;
}

function describe(row: Row | null | undefined): Confirmation | undefined {
  if (!row?.choices) return undefined;
  const { state, topics, recipient } = row;
  const isProved = state === "confirmed" || state === "used";
  return {
    state,
    subscriber: subscriberOf(row.choices),
    topics,
    linkToken: isProved ? linkToken(recipient) : undefined,
  };
}
