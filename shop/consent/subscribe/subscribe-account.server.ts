import type { Language } from "#base/language.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { linkToken } from "#shop/consent/link-token.server.ts";
import type { ConsentEvidence } from "#shop/consent/topic.ts";
import { recipientOf } from "#shop/consent/topic-mail.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { requestConfirmation } from "./request-confirmation.server.ts";

export interface AccountNews {
  readonly isSubscribed: boolean;
  /** Carts that are left cause reminders, as long as news is on. */
  readonly remindsOfCarts: boolean;
  /** The account's confirmed address is the one that gets mails; otherwise a subscription is confirmed by mail. */
  readonly isConfirmed: boolean;
  /** Opens all choices of the address; undefined as long as nothing was ever mailed to it. */
  readonly linkToken: string | undefined;
}

/** Whether the actor's address gets news from the shop. */
export async function readAccountNews(actor: Person): Promise<AccountNews> {
  const sql = asShop();
  const { email, isConfirmed } = await addressOf(sql, actor);
  const [row] = await sql<{ id: string; is_subscribed: boolean; reminds_of_carts: boolean }[]>`
    select r.id, private.may_mail(r.id, 'cart_reminder') as reminds_of_carts, not private.is_mail_suppressed(r.id) and exists (
      select from subscriptions s where s.recipient_id = r.id and s.topic = 'news' and s.state = 'subscribed') as is_subscribed
    from private.mail_recipients r where r.email = lower(${email})`;
  return {
    isSubscribed: isConfirmed && row?.is_subscribed === true,
    remindsOfCarts: isConfirmed && row?.reminds_of_carts === true,
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
          ${sql.json(evidence)})`;
    }
    return "subscribed";
  });
}

/**
 * Switches the reminders of carts of the actor's confirmed address on or off.
 * @returns false where there is nothing to switch, because the address gets no news
 */
export async function switchCartReminders(
  actor: Person,
  isOn: boolean,
  evidence: ConsentEvidence,
): Promise<boolean> {
  return inTransaction(async (sql) => {
    const { email, isConfirmed } = await addressOf(sql, actor);
    if (!email || !isConfirmed) return false;
    // A suppressed address comes back by asking for news, not by this switch.
    const [recipient] = await sql<{ id: string }[]>`
      select r.id from private.mail_recipients r
      join subscriptions s on s.recipient_id = r.id and s.topic = 'news' and s.state = 'subscribed'
      where r.email = lower(${email}) and not private.is_mail_suppressed(r.id) for update of r`;
    if (!recipient) return false;
    const proof = sql.json(evidence);
    const [known] = await sql<{ is_on: boolean }[]>`
      select private.may_mail(${recipient.id}, 'cart_reminder') as is_on`;
    if (known?.is_on === isOn) return true;
    if (isOn) {
      await sql`
        select private.confirm_subscription_by_account(${recipient.id}, ${actor.id}, '{cart_reminder}', 'account', ${proof})`;
    } else {
      await sql`select private.stop_mails(${recipient.id}, '{cart_reminder}', 'account', ${proof})`;
    }
    return true;
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
