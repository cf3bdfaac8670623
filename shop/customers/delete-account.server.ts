import type { Language } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { mailKeyMatches } from "#shop/consent/mail-key.server.ts";
import { recipientOf } from "#shop/consent/topic-mail.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { isFresh } from "#shop/staff/fresh-session.server.ts";
import { composeDeletionMail, composeDeletionSms } from "./deletion-mail.ts";

/** Order and return numbers that prevent the deletion. */
export interface DeletionObstacles {
  readonly open_orders: readonly string[];
  /** Refunds to the customer that are not finished. */
  readonly pending_refunds: readonly string[];
  /** Numbers of returns and claims that are not finished; the customer may cancel them. */
  readonly open_returns: readonly string[];
}

export type DeletionProblem =
  | { readonly code: "reauthentication_needed" }
  | { readonly code: "last_admin" }
  | ({ readonly code: "account_in_use" } & DeletionObstacles);

interface Leaver {
  role: string;
  language: Language;
  full_name: string;
  confirmed_email: string | null;
  confirmed_phone: string | null;
  is_anonymous: boolean;
  shop_name: string;
}

/** The obstacles to deleting the actor's account; all lists are empty without any. */
export function findObstacles(actor: Person): Promise<DeletionObstacles> {
  return obstaclesOf(asShop(), actor.id);
}

/**
 * Deletes the actor's account permanently in one transaction: sessions, factors, addresses and profile are deleted,
 * orders are anonymised, and a last message to a confirmed email address or phone number confirms the deletion. All but guests must have reauthenticated within ten minutes.
 */
export function deleteAccount(actor: Person): Promise<Result<null, DeletionProblem>> {
  return inTransaction(async (sql) => {
    // An order that is being placed locks this row too, so the later of the two sees the other.
    await sql`select 1 from auth.users where id = ${actor.id} for update`;
    const [leaver] = await sql<Leaver[]>`
      select p.role, p.language, p.full_name,
        case when u.email_confirmed_at is not null then u.email end as confirmed_email,
        case when u.phone_confirmed_at is not null then u.phone end as confirmed_phone,
        u.is_anonymous, s.name as shop_name
      from auth.users u join profiles p on p.id = u.id cross join shop_settings s
      where u.id = ${actor.id} and u.deleted_at is null`;
    if (!leaver) return ok(null);
    if (!leaver.is_anonymous && !(await isFresh(sql, actor))) {
      return fail({ code: "reauthentication_needed" });
    }
    if (leaver.role === "ADMIN" && !(await hasOtherAdmin(sql, actor.id))) {
      return fail({ code: "last_admin" });
    }
    const obstacles = await obstaclesOf(sql, actor.id);
    if (Object.values(obstacles).some((numbers) => numbers.length > 0)) {
      return fail({ code: "account_in_use", ...obstacles });
    }
    // What stays of the address is a hash by which old lists do not bring it back.
    if (leaver.confirmed_email !== null && (await mailKeyMatches(sql))) {
      await recipientOf(sql, leaver.confirmed_email);
    }
    await sql`select private.erase_person(${actor.id})`;
    await sayFarewell(sql, leaver);
    return ok(null);
  });
}

async function obstaclesOf(sql: Sql, personId: string): Promise<DeletionObstacles> {
  const [row] = await sql<DeletionObstacles[]>`
    select
      coalesce(array_agg(o.number order by o.created_at) filter (where o.is_open), '{}') as open_orders,
      coalesce(array_agg(o.number order by o.created_at) filter (where o.is_owed), '{}') as pending_refunds,
      array(
        select r.number from returns r where r.customer_id = ${personId}
          and r.status in ('requested', 'approved', 'in_transit', 'received')
        order by r.created_at) as open_returns
    from (
      select number, created_at,
        status in ('draft', 'awaiting_payment') or needs_review
          or (status = 'placed' and fulfilment_status <> 'delivered')
          -- What replaces a part of a finished order is still to come.
          or exists (
            select from shipments h where h.order_id = orders.id and h.kind = 'replacement'
              and h.status in ('pending', 'shipped')) as is_open,
        (status in ('canceled', 'expired') and paid_total > 0) or exists (
          select from refunds r where r.order_id = orders.id and r.status <> 'succeeded') as is_owed
      from orders where customer_id = ${personId}
    ) o`;
  return row ?? { open_orders: [], pending_refunds: [], open_returns: [] };
}

/** A shop must always have an administrator. */
async function hasOtherAdmin(sql: Sql, personId: string): Promise<boolean> {
  const [other] = await sql`
    select 1 from profiles where role = 'ADMIN' and id <> ${personId} order by id limit 1 for update`;
  return other !== undefined;
}

/** Uses confirmed contacts only: an unconfirmed one may belong to another person. */
async function sayFarewell(sql: Sql, leaver: Leaver): Promise<void> {
  if (leaver.confirmed_email) {
    const farewell = composeDeletionMail(leaver.language, leaver.full_name, leaver.shop_name);
    await queueMail(sql, { kind: "email", to: leaver.confirmed_email, ...farewell });
  } else if (leaver.confirmed_phone) {
    await queueMail(sql, {
      kind: "sms",
      to: `+${leaver.confirmed_phone}`,
      text: composeDeletionSms(leaver.language, leaver.shop_name),
    });
  }
}
