import type { Language } from "#base/language.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import type { Person } from "#shop/access.ts";
import { linkToken } from "./link-token.server.ts";
import { requestConfirmation } from "./request-confirmation.server.ts";
import type { ConsentEvidence } from "./topic.ts";
import { recipientOf } from "./topic-mail.server.ts";

export interface AccountNews {
  readonly isSubscribed: boolean;
  /** The account's confirmed address is the one that gets mails; otherwise a subscription is confirmed by mail. */
  readonly isConfirmed: boolean;
  /** Opens all choices of the address; undefined as long as nothing was ever mailed to it. */
  readonly linkToken: string | undefined;
}

/** Whether the actor's address gets news from the shop. */
export async function readAccountNews(actor: Person): Promise<AccountNews> {
  const sql = asShop();
  const { email, isConfirmed } = await addressOf(sql, actor);
  const [row] = await sql<{ id: string; is_subscribed: boolean }[]>`
    select r.id, not private.is_mail_suppressed(r.id) and exists (
      select from subscriptions s where s.recipient_id = r.id and s.topic = 'news' and s.state = 'subscribed') as is_subscribed
    from private.mail_recipients r where r.email = lower(${email})`;
  return {
    isSubscribed: isConfirmed && row?.is_subscribed === true,
    isConfirmed,
    linkToken: row && isConfirmed ? linkToken(row.id) : undefined,
  };
}

/**
 * The actor asks for news by ticking a box. A confirmed address of the account is subscribed at once, also after an earlier
 * stop; any other address gets a confirmation mail.
 * @param evidence with the sentence beside the box
 */
export async function subscribeAccount(
  actor: Person,
  source: "checkout" | "account",
  evidence: ConsentEvidence & { readonly language: Language; readonly wording: string },
): Promise<"subscribed" | "confirmation_sent" | "no_address"> {
  return inTransaction(async (sql) => {
    const { email, isConfirmed } = await addressOf(sql, actor);
    if (!email) return "no_address";
    const recipientId = await recipientOf(sql, email, evidence.language);
    if (!isConfirmed) {
      await requestConfirmation(sql, recipientId, ["news"], source, evidence);
      return "confirmation_sent";
    }
    const [already] = await sql`
      select from subscriptions where recipient_id = ${recipientId} and topic = 'news' and state = 'subscribed'
        and level = 'confirmed' and paused_until is null and not private.is_mail_suppressed(recipient_id)`;
    if (!already) {
      await sql`
        select private.confirm_subscription_by_account(${recipientId}, ${actor.id}, '{news}', ${source},
          ${sql.json(evidence as never)})`;
    }
    return "subscribed";
  });
}

async function addressOf(
  sql: Sql,
  actor: Person,
): Promise<{ email: string; isConfirmed: boolean }> {
  const [row] = await sql<{ email: string; is_confirmed: boolean }[]>`
    select coalesce(u.email, p.contact_email, '') as email,
      u.email is not null and u.email_confirmed_at is not null and not u.is_anonymous as is_confirmed
    from auth.users u join profiles p on p.id = u.id where u.id = ${actor.id} and u.deleted_at is null`;
  return { email: row?.email ?? "", isConfirmed: row?.is_confirmed ?? false };
}
