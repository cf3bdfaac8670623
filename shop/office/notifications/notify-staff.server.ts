import { inTransaction, type Sql } from "#db/client.server.ts";
import { mutedByDefault } from "#shop/staff/preferences.server.ts";
import { mailNotifications } from "./mail-notifications.server.ts";
import {
  allNotificationKinds,
  isNotificationKind,
  type NotificationDraft,
  type NotificationFacts,
  type NotificationKind,
  notificationKinds,
} from "./notification.ts";
import { queuePushes } from "./push/queue-pushes.server.ts";

/** Events that one transaction handles; the job goes on until none is left. */
const eventsPerBatch = 2_000;
/** More events of a kind than these become one notification with their number, so that an import does not write a row for
 * each variant and person. */
const maxSingle = 3;
/** Days after the last backup from which staff are reminded, once a day. */
const backupDays = 3;

interface StaffEvent {
  readonly kind: string;
  readonly subject_id: string | null;
  readonly person_id: string | null;
}

/**
 * The job: turns events into a notification for each member of staff who may see the thing and has not muted its kind, and
 * tells their open pages. An event is deleted in the transaction that writes its notifications: a killed job neither loses
 * nor repeats one. Kinds of a newer release wait for its job. @returns the number of notifications
 */
export async function notifyStaff(): Promise<number> {
  let written = 0;
  for (;;) {
    const batch = await inTransaction(async (sql) => {
      const events = await sql<StaffEvent[]>`
        delete from private.staff_events where id in (
          select id from private.staff_events where kind = any (${[...allNotificationKinds]}::text[])
          order by id limit ${eventsPerBatch} for update skip locked)
        returning kind, subject_id, person_id`;
      const drafts = await draftsOf(sql, events);
      return { events: events.length, notifications: await fanOut(sql, drafts) };
    });
    written += batch.notifications;
    if (batch.events < eventsPerBatch) return written + (await remindOfBackup());
  }
}

async function draftsOf(sql: Sql, events: readonly StaffEvent[]): Promise<NotificationDraft[]> {
  const groups = new Map<
    string,
    { kind: NotificationKind; person_id: string | null; ids: (string | null)[] }
  >();
  for (const { kind, subject_id, person_id } of events) {
    if (!isNotificationKind(kind)) throw new Error(`nothing handles the event ${kind}`);
    const key = `${kind} ${person_id}`;
    const group = groups.get(key) ?? { kind, person_id, ids: [] };
    if (subject_id === null || !group.ids.includes(subject_id)) group.ids.push(subject_id);
    groups.set(key, group);
  }
  const drafts: NotificationDraft[] = [];
  for (const { kind, person_id, ids } of groups.values()) {
    const base = { kind, permission: notificationKinds[kind], person_id };
    const known = ids.filter((id) => id !== null);
    if (known.length < ids.length) {
      drafts.push({ ...base, subject_id: null, facts: { count: ids.length } });
      continue;
    }
    const facts = await factsOf[kind](sql, known);
    const single = facts.length <= maxSingle;
    for (const { id, ...fact } of single ? facts : []) {
      drafts.push({ ...base, subject_id: id, facts: { count: 1, ...fact } });
    }
    if (!single) drafts.push({ ...base, subject_id: null, facts: { count: facts.length } });
  }
  return drafts;
}

type Found = { readonly id: string } & Omit<NotificationFacts, "count">;
type ReadFacts = (sql: Sql, ids: readonly string[]) => Promise<readonly Found[]>;

/** A supplement is not a new order (docs/why/orders.md). */
const orders: ReadFacts = (sql, ids) => sql<Found[]>`
  select id, number, total from orders where id = any (${[...ids]}::uuid[]) and supplement_of is null order by created_at, id`;
/** A variant that recovered meanwhile, or is not for sale, is left out, as in the mail about low stock. */
const stock =
  (band: "out" | "low"): ReadFacts =>
  (sql, ids) =>
    sql<Found[]>`
    select v.id, v.sku, json_build_object('id', p.name ->> 'id', 'en', coalesce(p.name ->> 'en', '')) as product
    from product_variants v join products p on p.id = v.product_id
    where v.id = any (${[...ids]}::uuid[]) and v.stock_band = ${band} and not v.archived and p.status = 'published'
    order by v.sku`;
const tasks: ReadFacts = (sql, ids) => sql<Found[]>`
  select id, json_build_object('kind', kind, 'mode', mode, 'title', title) as task
  from staff_tasks where id = any (${[...ids]}::uuid[]) order by finished_at, id`;
/** A request that was decided meanwhile asks nobody any more. */
const approvals =
  (isOpen: boolean): ReadFacts =>
  (sql, ids) =>
    sql<Found[]>`
    select id, json_build_object('kind', kind, 'title', shown ->> 'title', 'decision', decision) as approval
    from approvals where id = any (${[...ids]}::uuid[]) and (decision is null) = ${isOpen} order by requested_at, id`;
/** One that goes on meanwhile waits for nobody any more. */
const campaigns: ReadFacts = (sql, ids) => sql<Found[]>`
  select id, name as campaign from private.mail_campaigns
  where id = any (${[...ids]}::uuid[]) and status = 'paused' and paused_why <> 'person' order by paused_at, id`;
/** One that was scheduled again or removed waits for nobody. */
const sales: ReadFacts = (sql, ids) => sql<Found[]>`
  select id, name as sale from sales where id = any (${[...ids]}::uuid[]) and state = 'draft' order by created_at, id`;
const none: ReadFacts = () => Promise.resolve([]);

const factsOf: Readonly<Record<NotificationKind, ReadFacts>> = {
  new_order: orders,
  order_paid: orders,
  transfer_proof: orders,
  payment_review: orders,
  return_requested: (sql, ids) => sql<Found[]>`
    select id, number from returns where id = any (${[...ids]}::uuid[]) order by created_at, id`,
  new_enquiry: (sql, ids) => sql<Found[]>`
    select id, number::text as number from enquiries where id = any (${[...ids]}::uuid[]) order by created_at, id`,
  proof_unanswered: (sql, ids) => sql<Found[]>`
    select c.id, o.number from customisations c join orders o on o.id = c.order_id
    where c.id = any (${[...ids]}::uuid[]) and c.status = 'proof_sent' order by c.created_at, c.id`,
  sold_out: stock("out"),
  low_stock: stock("low"),
  mail_parked: none,
  order_unreachable: orders,
  task_done: tasks,
  task_failed: tasks,
  backup_old: none,
  mail_domain: none,
  campaign_paused: campaigns,
  automation_paused: none,
  sale_withdrawn: sales,
  approval_wanted: approvals(true),
  approval_decided: approvals(false),
};

/** One row for each draft and person; then one message to each person's open pages. @returns the number of rows */
async function fanOut(sql: Sql, drafts: readonly NotificationDraft[]): Promise<number> {
  if (drafts.length === 0) return 0;
  const written = await sql<{ person_id: string }[]>`
    with staff as materialized (
      select p.id, private.permissions_of(p.id) as permissions, coalesce(s.muted, ${[...mutedByDefault]}) as muted
      from profiles p left join private.staff_preferences s on s.person_id = p.id
      where p.role in ('USER', 'ADMIN')
    ), drafts as (
      select * from jsonb_to_recordset(${sql.json(drafts)})
        as d (kind text, permission text, person_id uuid, subject_id uuid, facts jsonb)
    )
    insert into private.staff_notifications (person_id, kind, subject_id, facts)
    select staff.id, d.kind, d.subject_id, d.facts from drafts d join staff
      on coalesce(d.person_id = staff.id, true) and d.kind <> all (staff.muted)
      and coalesce(d.permission = any (staff.permissions), cardinality(staff.permissions) > 0)
    returning person_id`;
  const people = [...new Set(written.map(({ person_id }) => person_id))];
  await sql`
    select realtime.publish(jsonb_build_object('topic', 'staff:' || id, 'event', 'changed', 'payload', '{}'::jsonb,
      'private', true)) from unnest(${people}::uuid[]) id`;
  await mailNotifications(sql, drafts);
  await queuePushes(sql, drafts);
  return written.length;
}

/** Once a day while the last backup that the shop knows of is old. A shop that never made one is told by its risks. */
function remindOfBackup(): Promise<number> {
  return inTransaction(async (sql) => {
    // Two workers that are there at once write one reminder.
    await sql`select pg_advisory_xact_lock(718254)`;
    const [old] = await sql<{ days: number }[]>`
      select extract(day from now() - seen_at)::int as days from private.operation_facts
      where fact = 'backup_made' and seen_at < now() - make_interval(days => ${backupDays})
        and not exists (select from private.staff_notifications n
          where n.kind = 'backup_old' and n.created_at > now() - interval '1 day')`;
    if (!old) return 0;
    const kind = "backup_old";
    const facts = { count: 1, days: old.days };
    return fanOut(sql, [
      { kind, permission: notificationKinds[kind], person_id: null, subject_id: null, facts },
    ]);
  });
}
