import { batch } from "#base/batch.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import type { MailEvent } from "#integrations/mail-events/mail-event.ts";
import { readDeliveryId } from "#shop/mailing/campaigns/delivery-id.server.ts";
import { checkBounces, checkComplaints } from "#shop/mailing/campaigns/fuses.server.ts";
import { hasOpenOrder, noteUndelivered } from "#shop/orders/mails/undelivered-mails.server.ts";

/** Months for which staff see what came back. */
const keptMonths = 13;

interface Found {
  readonly campaign: number | null;
  readonly n: number | null;
  readonly recipient_id: string | null;
}

/**
 * Stores what came back about mails, and acts on it once: a mailbox that does not exist and a complaint end the mails to the
 * address, a delivery shows how it ended. Events of mails that the shop did not send change nothing.
 * @param isProven true for signed events of a provider, which may have only an address. False for events from received mails,
 *   which anyone can forge: they count only with the id of a mail of the shop.
 * @returns whether any was about the shop, also one that was recorded before
 */
export async function recordMailEvents(
  events: readonly MailEvent[],
  { isProven = true }: { readonly isProven?: boolean } = {},
): Promise<boolean> {
  let isOurs = false;
  for (const event of events) {
    if (await recordArrival(event)) {
      isOurs = true;
      continue;
    }
    const found = await inTransaction((sql) => recordMailEvent(sql, event, isProven));
    if (found) isOurs = true;
    if (!found?.campaign || !found.isNew) continue;
    if (event.kind === "complained") await checkComplaints(found.campaign);
    // A relay takes every mail, and says later which addresses do not exist.
    if (event.kind === "bounced") await checkBounces(found.campaign);
  }
  return isOurs;
}

/**
 * A mail that arrived, or is late, as most events are.
 * @returns false for any other event, one that was recorded before, and one that names no delivery
 */
async function recordArrival(event: MailEvent): Promise<boolean> {
  const { kind } = event;
  const [delivery] = deliveriesOf(event);
  if (!delivery || (kind !== "delivered" && kind !== "deferred")) return false;
  return storeArrival({ ...columnsOf(event), ...delivery });
}

type Arrival = ReturnType<typeof columnsOf> & { readonly campaign: number; readonly n: number };

/**
 * Events that come while others are stored are stored together: one statement, which holds the rows of their chunks for no round trip
 * (docs/why/mailing.md).
 */
const storeArrival = batch(
  async (arrivals: readonly Arrival[]) => {
    const sql = asShop();
    const stored = await sql<{ id: string }[]>`
      with came as (
        select * from jsonb_to_recordset(${sql.json(arrivals)})
          e (id text, kind text, code text, reason text, domain text, campaign integer, n integer)
      ), stored as (
        insert into private.mail_events (id, kind, code, reason, domain, campaign, n, recipient_id)
        select e.id, e.kind, e.code, e.reason, e.domain, d.campaign, d.n, d.recipient_id
        from came e join private.mail_deliveries d on d.campaign = e.campaign and d.n = e.n
        on conflict do nothing returning id, kind, code, campaign, n
      ), counted as (
        update private.mail_chunks k set delivered = k.delivered + s.mails
        from (
          select campaign, (n - 1) / 1000 as chunk, count(*)::integer as mails from stored
          where kind = 'delivered' group by 1, 2) s
        where k.campaign = s.campaign and k.chunk = s.chunk
      ), arrived as (
        update private.mail_deliveries d set state = 'accepted', ended_at = coalesce(d.ended_at, now()),
          reason = nullif(s.code, '')
        from stored s
        where s.kind = 'delivered' and d.campaign = s.campaign and d.n = s.n and d.state = 'uncertain'
      )
      select id from stored`;
    const ids = new Set(stored.map(({ id }) => id));
    return arrivals.map(({ id }) => ids.has(id));
  },
  { maxBatchSize: 50, maxConcurrency: 1 },
);

function columnsOf({ id, kind, bounce, code, reason, address = "" }: MailEvent) {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return { id, kind, bounce: bounce ?? null, code: code.slice(0, 12), reason, domain };
}

/**
 * Stores one event in the caller's transaction, and acts on it.
 * @returns undefined for an event about nobody whom the shop knows
 */
export async function recordMailEvent(
  sql: Sql,
  event: MailEvent,
  isProven = true,
): Promise<(Found & { readonly isNew: boolean }) | undefined> {
  const mail = await messageOf(sql, event);
  const delivery = mail ? undefined : await byDelivery(sql, event);
  const address = mail?.recipient ?? (isProven ? event.address : undefined);
  const found = delivery ?? (await byAddress(sql, address, mail));
  if (!found) return undefined;
  const { kind, code, reason } = event;
  const columns = columnsOf({ ...event, address: event.address ?? mail?.recipient });
  const stored = await sql`
    insert into private.mail_events ${sql({ ...columns, ...found })} on conflict do nothing returning id`;
  if (stored.length === 0) return { ...found, isNew: false };
  const state = {
    delivered: "accepted",
    deferred: null,
    bounced: "bounced",
    complained: "complained",
  }[kind];
  if (found.campaign !== null && kind === "delivered") {
    await sql`
      update private.mail_chunks set delivered = delivered + 1
      where campaign = ${found.campaign} and chunk = (${found.n}::integer - 1) / 1000`;
  }
  if (found.campaign !== null && state) {
    // A delivery that is further along stays: a bounce after a complaint, a second bounce.
    await sql`
      update private.mail_deliveries set state = ${state}, ended_at = coalesce(ended_at, now()), reason = ${code.slice(0, 16) || null}
      where campaign = ${found.campaign} and n = ${found.n} and (state, ${state}) in (
        ('uncertain', 'accepted'), ('uncertain', 'bounced'), ('uncertain', 'complained'),
        ('accepted', 'bounced'), ('accepted', 'complained'), ('bounced', 'complained'))`;
  }
  if (found.recipient_id !== null) await suppress(sql, event, found.recipient_id, found.campaign);
  if (kind === "bounced" && event.bounce) {
    await noteUndelivered(sql, {
      bounce: event.bounce,
      code,
      reason,
      mailId: mail?.id,
      address: mail?.recipient ?? (await addressOf(sql, found)) ?? event.address,
    });
  }
  return { ...found, isNew: true };
}

async function suppress(
  sql: Sql,
  { kind, bounce }: MailEvent,
  recipientId: string,
  campaign: number | null,
): Promise<void> {
  const isGone = bounce === "hard" || (bounce === "soft" && (await isGivenUp(sql, recipientId)));
  const reason = kind === "complained" ? "complaint" : isGone ? "hard_bounce" : null;
  if (reason === null) return;
  await sql`
    select private.suppress_mails(${recipientId}, ${reason}, 'webhook', jsonb_strip_nulls(jsonb_build_object(
      'campaign', (select id from private.mail_campaigns where number = ${campaign}))))`;
}

async function isGivenUp(sql: Sql, recipientId: string): Promise<boolean> {
  const [row] = await sql<{ is_given_up: boolean }[]>`
    select private.is_given_up(${recipientId}) as is_given_up`;
  return row?.is_given_up ?? false;
}

/** By the name of the delivery in the envelope's sender or the Message-ID. */
async function byDelivery(sql: Sql, event: MailEvent): Promise<Found | undefined> {
  for (const delivery of deliveriesOf(event)) {
    const [row] = await sql<Found[]>`
      select campaign, n, recipient_id from private.mail_deliveries
      where campaign = ${delivery.campaign} and n = ${delivery.n}`;
    if (row) return row;
  }
  return undefined;
}

/** As the envelope's sender and the Message-ID name them. */
function deliveriesOf({ envelopeToken, messageId }: MailEvent) {
  return [envelopeToken, messageId?.split("@")[0]].flatMap((name) => {
    const delivery = name === undefined ? undefined : readDeliveryId(name);
    return delivery ? [delivery] : [];
  });
}

/** A message of the outbox, by its Message-ID. A report about another address, e.g. of a mailing list that it was passed to, is none. */
async function messageOf(
  sql: Sql,
  { messageId, address }: MailEvent,
): Promise<{ readonly id: string; readonly recipient: string } | undefined> {
  const [id] = messageId?.split("@") ?? [];
  if (!isUuid(id)) return undefined;
  const [row] = await sql<{ id: string; recipient: string }[]>`
    select id, lower(recipient) as recipient from private.outbox where id = ${id} and kind = 'email'`;
  return address === undefined || address === row?.recipient ? row : undefined;
}

/** A message of the outbox, which may go to somebody whom the list does not know, or a mail whose name got lost. */
async function byAddress(
  sql: Sql,
  address: string | undefined,
  mail: object | undefined,
): Promise<Found | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from private.mail_recipients where email = ${address ?? null}`;
  // Not every provider passes the name of the mail on.
  if (!row && !mail && !(address && (await hasOpenOrder(sql, address)))) return undefined;
  return { campaign: null, n: null, recipient_id: row?.id ?? null };
}

/** The address that a campaign's mail went to; what was found by its address needs no look. */
async function addressOf(sql: Sql, { campaign, recipient_id }: Found): Promise<string | undefined> {
  if (campaign === null || recipient_id === null) return undefined;
  const [row] = await sql<{ email: string }[]>`
    select email from private.mail_recipients where id = ${recipient_id}`;
  return row?.email;
}

/** Removes events that are older than staff need them. */
export async function purgeMailEvents(): Promise<void> {
  await asShop()`
    delete from private.mail_events where created_at < now() - make_interval(months => ${keptMonths})`;
}
