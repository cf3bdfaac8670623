import { asCaller, type Sql, type SqlFragment } from "#db/client.server.ts";
import { callerOf, may, type Person } from "#shop/kernel/access.ts";
import { proofBucket } from "#shop/orders/payments/attempts/payment-page.ts";
import {
  type PaymentWork,
  type PaymentWorkPage,
  type PaymentWorkView,
  paymentViews,
} from "./payment-work.ts";

/** Maximum length of a list; older entries are reached through their order. */
const max = 200;

const nothing = Object.fromEntries(paymentViews.map((name) => [name, 0])) as Record<
  PaymentWorkView,
  number
>;

type Row = Omit<PaymentWork, "at" | "expires_at"> & { at: Date; expires_at: Date };

/** No receipt of the payment was recorded yet. */
const isUnseen = (sql: Sql): SqlFragment => sql`
  not exists (select from payment_receipts r where r.payment_id = p.id)`;
const transfers = (sql: Sql): SqlFragment => sql`
  p.provider = 'transfer' and p.status in ('created', 'pending') and ${isUnseen(sql)}`;
/**
 * Transfers that may still arrive: their time is over, and no other payment replaced them unless the payer has uploaded
 * a picture of the receipt. Money that arrives places the order after all, or is refunded.
 */
const late = (sql: Sql): SqlFragment => sql`
  p.provider = 'transfer' and p.status in ('expired', 'declined', 'canceled')
  and p.created_at > now() - interval '30 days'
  and (o.status in ('expired', 'canceled') and o.paid_total + o.refunded_total = 0 or p.proof_at is not null)
  and ${isUnseen(sql)}`;
const cash = (sql: Sql): SqlFragment => sql`
  p.provider = 'cod' and p.status = 'pending' and o.status in ('placed', 'completed')
  and ${isUnseen(sql)}`;

/** The refund of a late payment closes its task; that refund has a list of its own. */
const isOpen = (sql: Sql): SqlFragment => sql`
  t.resolution is null and not (t.kind = 'stock_missing' and exists (
    select from refunds r where r.payment_id = t.payment_id and r.status <> 'succeeded'))`;
/** The provider refused the refund, or cannot refund. */
const waitsForStaff = (sql: Sql): SqlFragment => sql`
  r.status = 'failed' or r.channel = 'bank_transfer' and r.status <> 'succeeded'`;

/**
 * Payments and refunds that wait for staff. Customers get an empty list, even for their own orders.
 * @param asked the list; without it the first one with work
 */
export async function listPaymentWork(
  actor: Person,
  asked?: PaymentWorkView,
): Promise<PaymentWorkPage> {
  if (!may(actor, "payments.read")) return { view: asked ?? "tasks", counts: nothing, work: [] };
  return asCaller(
    callerOf(actor),
    async (sql) => {
      const counts = await countWork(sql);
      const withWork = paymentViews.find((name) => name !== "done" && counts[name] > 0);
      const view = asked ?? withWork ?? "tasks";
      const work = await readWork(sql, view);
      return {
        view,
        counts,
        work: work.map((row) => ({
          ...row,
          at: row.at.toISOString(),
          expires_at: row.expires_at.toISOString(),
        })),
      };
    },
    "read only",
  );
}

async function countWork(sql: Sql): Promise<Record<PaymentWorkView, number>> {
  const [counts] = await sql<Record<PaymentWorkView, number>[]>`
    select
      (select count(*)::int from payment_tasks t where ${isOpen(sql)}) as tasks,
      (select count(*)::int from refund_requests where status = 'open') as approvals,
      (select count(*)::int from refunds r where ${waitsForStaff(sql)}) as refunds,
      (select count(*)::int from payment_tasks where resolution is not null) as done,
      (select count(*)::int from payments p where ${transfers(sql)}) as transfers,
      (select count(*)::int from payments p join orders o on o.id = p.order_id
        where ${late(sql)}) as late,
      (select count(*)::int from payments p join orders o on o.id = p.order_id
        where ${cash(sql)}) as cash`;
  return counts ?? nothing;
}

async function readWork(sql: Sql, view: PaymentWorkView): Promise<readonly Row[]> {
  if (view === "approvals") return [];
  if (view === "refunds") return refunds(sql);
  return view === "tasks" || view === "done" ? tasks(sql, view) : payments(sql, view);
}

const columns = (sql: Sql) => sql`
  p.id as payment_id, o.id as order_id, o.number, o.recipient as customer_name,
  p.provider || ':' || p.method as method, p.status, p.amount, p.expires_at,
  array(
    select f.name from storage.objects f where f.bucket_id = ${proofBucket} and f.name like p.id || '/%'
    order by f.created_at
  ) as proofs`;

function tasks(sql: Sql, view: "tasks" | "done"): Promise<Row[]> {
  return sql<Row[]>`
    select t.id, ${columns(sql)}, t.created_at as at,
      json_build_object('kind', t.kind, 'details', t.details, 'resolution', t.resolution, 'shortfall', (
        select coalesce(sum(s.amount), 0) from payment_shortfalls s where s.task_id = t.id)) as task,
      null as refund
    from payment_tasks t join payments p on p.id = t.payment_id join orders o on o.id = t.order_id
    where ${view === "tasks" ? isOpen(sql) : sql`t.resolution is not null`}
    order by t.created_at desc limit ${max}`;
}

/** Transfers with a picture of the receipt come first, then those that expire first; late ones the newest first. */
function payments(sql: Sql, view: "transfers" | "late" | "cash"): Promise<Row[]> {
  const wanted = { transfers, late, cash }[view](sql);
  return sql<Row[]>`
    select p.id, ${columns(sql)}, p.created_at as at, null as task, null as refund
    from payments p join orders o on o.id = p.order_id
    where ${wanted}
    order by (p.proof_at is null), ${view === "late" ? sql`p.expires_at desc` : sql`p.expires_at`}, p.id
    limit ${max}`;
}

/** Refunds that can be sent now come first. */
function refunds(sql: Sql): Promise<Row[]> {
  return sql<Row[]>`
    select r.id, ${columns(sql)}, r.created_at as at, null as task,
      json_build_object('amount', r.amount, 'channel', r.channel, 'status', r.status, 'reason', r.reason,
        'has_email', o.email <> '', 'account', case when a.refund_id is not null then
          json_build_object('bank', a.bank, 'account_number', a.account_number, 'holder', a.holder) end,
        'is_late', exists (
          select from payment_tasks t where t.payment_id = p.id and t.kind = 'stock_missing')) as refund
    from refunds r join payments p on p.id = r.payment_id join orders o on o.id = r.order_id
    left join refund_accounts a on a.refund_id = r.id
    where ${waitsForStaff(sql)}
    order by (r.status <> 'failed' and a.refund_id is null), r.created_at, r.id limit ${max}`;
}
