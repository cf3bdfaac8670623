import { readEmail } from "#base/email-address.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { enqueue } from "#db/enqueue.server.ts";
import type { BounceClass } from "#integrations/mail-events/mail-event.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { orderWriters } from "#shop/orders/add-note.server.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { recordAct } from "#shop/staff/staff-rights.server.ts";
import type { UndeliveredMail, UndeliveredOrder } from "./undelivered-mail.ts";

/*
 * Mails about orders that came back. Order mail is always sent, so a buyer whose address does not work is told by a person, or gets
 * the mails at another address (docs/why/mailing.md).
 */

/** What came back. */
export interface ReturnedMail {
  readonly bounce: BounceClass;
  readonly code: string;
  readonly reason: string;
  /** In lower case; undefined where the report names none. */
  readonly address: string | undefined;
  /** The message of the outbox that it is about. */
  readonly mailId: string | undefined;
}

/**
 * Makes work of a mail that came back, in the caller's transaction: of its order, and, where the mailbox does not exist, of each
 * open order of the address. A mail about anything else makes none, and a repeat adds nothing.
 */
export async function noteUndelivered(sql: Sql, returned: ReturnedMail): Promise<void> {
  const { bounce, mailId = null, address = null } = returned;
  const code = returned.code.slice(0, 12);
  const reason = returned.reason.slice(0, 500);
  const added =
    mailId === null
      ? []
      : await sql<{ order_id: string }[]>`
          insert into private.undelivered_order_mails (order_id, mail_id, address, subject, bounce, code, reason)
          select o.id, m.id, lower(o.email), left(m.subject, 300), ${bounce}, ${code}, ${reason}
          from private.outbox m left join customisations c on c.id = m.about_id
          join orders o on o.id = coalesce(c.order_id, m.about_id)
          -- An order with another address by now was mended before.
          where m.id = ${mailId} and m.kind = 'email' and o.email <> '' and lower(o.email) = lower(m.recipient)
            and coalesce(${address}, lower(m.recipient)) = lower(m.recipient)
          on conflict do nothing returning order_id`;
  const others =
    bounce === "hard" && address !== null
      ? await sql<{ order_id: string }[]>`
          insert into private.undelivered_order_mails (order_id, address, bounce, code, reason)
          select o.id, ${address}, ${bounce}, ${code}, ${reason} from orders o
          where private.normalised_email(o.email) = private.normalised_email(${address}) and lower(o.email) = ${address}
            and o.status in ('awaiting_payment', 'placed')
            and not exists (select from private.undelivered_order_mails u where u.order_id = o.id and u.address = ${address})
          on conflict do nothing returning order_id`
      : [];
  for (const { order_id } of [...added, ...others]) {
    await recordEvent(sql, order_id, "mail_undelivered", {}, { internal: true });
  }
}

/** Whether mails about an order still go to an address. @param address in lower case */
export async function hasOpenOrder(sql: Sql, address: string): Promise<boolean> {
  const rows = await sql`
    select from orders o
    where private.normalised_email(o.email) = private.normalised_email(${address}) and lower(o.email) = ${address}
      and o.status in ('awaiting_payment', 'placed') limit 1`;
  return rows.length > 0;
}

/** Staff: mails of an order that came back and nobody has dealt with, the newest first. */
export async function listUndelivered(
  actor: Person,
  orderId: string,
): Promise<readonly UndeliveredMail[]> {
  if (!may(actor, "orders.read") || !isUuid(orderId)) return [];
  return asShop()<UndeliveredMail[]>`
    select u.id::int, u.address, u.subject, u.bounce, u.code, u.reason, to_json(u.created_at) #>> '{}' as at
    from private.undelivered_order_mails u where u.order_id = ${orderId} and u.resolution is null order by u.id desc`;
}

/** Staff: orders whose buyers could not be reached, the oldest first, at most a hundred. */
export async function listUnreachable(actor: Person): Promise<readonly UndeliveredOrder[]> {
  if (!may(actor, "orders.read")) return [];
  return asShop()<UndeliveredOrder[]>`
    select o.id, o.number, o.recipient, (array_agg(u.bounce order by u.id desc))[1] as bounce, count(u.mail_id)::int as mails,
      to_json(min(u.created_at)) #>> '{}' as since
    from private.undelivered_order_mails u join orders o on o.id = u.order_id
    where u.resolution is null group by o.id order by min(u.id) limit 100`;
}

/** What the actor may do about such mails. */
export function undeliveredActs(actor: Person): {
  readonly tell: boolean;
  readonly correct: boolean;
} {
  const isReader = may(actor, "orders.read");
  return {
    tell: isReader && orderWriters.some((right) => may(actor, right)),
    // Mails about an order lead to all that its buyer may do.
    correct: isReader && may(actor, "orders.cancel"),
  };
}

export type UndeliveredProblem = "order_not_found" | "nothing_undelivered";

/** Staff have reached the buyer in another way. A repeat changes nothing. */
export async function confirmTold(
  actor: Person,
  orderId: string,
): Promise<Result<null, UndeliveredProblem>> {
  if (!undeliveredActs(actor).tell || !isUuid(orderId)) return fail("order_not_found");
  return inTransaction(async (sql) => {
    const [order] = await sql`select from orders where id = ${orderId} for no key update`;
    if (!order) return fail("order_not_found");
    const done = await resolve(sql, actor, orderId, "told");
    if (done.length === 0) return ok(null);
    await recordEvent(sql, orderId, "buyer_told", {}, { internal: true, actorId: actor.id });
    return ok(null);
  });
}

/**
 * Gives an order another address for its mails, and sends those that came back there. Only for an order with such a mail: nobody
 * else's mails are led elsewhere.
 */
export async function correctEmail(
  actor: Person,
  orderId: string,
  typed: string,
): Promise<Result<null, UndeliveredProblem | "email_invalid" | "email_unchanged">> {
  if (!undeliveredActs(actor).correct || !isUuid(orderId)) return fail("order_not_found");
  const email = readEmail(typed);
  if (email === undefined) return fail("email_invalid");
  return inTransaction(async (sql) => {
    const [order] = await sql<{ email: string }[]>`
      select lower(email) as email from orders where id = ${orderId} and email <> '' for no key update`;
    if (!order) return fail("order_not_found");
    const open = await sql`
      select from private.undelivered_order_mails where order_id = ${orderId} and resolution is null limit 1`;
    // The same request again.
    if (open.length === 0) return order.email === email ? ok(null) : fail("nothing_undelivered");
    if (order.email === email) return fail("email_unchanged");
    await sql`update orders set email = ${email} where id = ${orderId}`;
    const mails = await resolve(sql, actor, orderId, "corrected");
    await sendAgain(sql, mails, email);
    await recordEvent(sql, orderId, "email_corrected", {}, { internal: true, actorId: actor.id });
    await recordAct(sql, actor, "order.email_corrected", { orderId, subjectId: orderId });
    return ok(null);
  });
}

/** @returns the messages that came back */
async function resolve(
  sql: Sql,
  actor: Person,
  orderId: string,
  resolution: "told" | "corrected",
): Promise<readonly { readonly mail_id: string | null }[]> {
  return sql<{ mail_id: string | null }[]>`
    update private.undelivered_order_mails
    set resolution = ${resolution}, resolved_by = ${actor.id}, resolved_at = clock_timestamp()
    where order_id = ${orderId} and resolution is null returning mail_id`;
}

/** Mails with a link that stops them belong to the old address's recipient, and are not sent again. */
async function sendAgain(
  sql: Sql,
  mails: readonly { readonly mail_id: string | null }[],
  email: string,
): Promise<void> {
  const ids = mails.flatMap(({ mail_id }) => mail_id ?? []);
  const queued = await sql<{ id: string }[]>`
    update private.outbox set recipient = ${email}, status = 'queued', attempts = 0, last_error = null
    where id = any (${ids}::uuid[]) and status in ('sent', 'stored', 'failed', 'parked')
      and not headers ? 'List-Unsubscribe'
    returning id`;
  for (const { id } of queued) {
    await enqueue(sql, "deliver-mail", { id }, { key: `mail:${id}` });
  }
}
