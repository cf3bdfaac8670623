import { asCaller, type Sql, type SqlFragment } from "#db/client.server.ts";
import { callerOf, type Person } from "#shop/access.ts";
import { proofBucket } from "./payment-page.ts";
import {
  type PaymentWork,
  type PaymentWorkPage,
  type PaymentWorkView,
  paymentViews,
} from "./payment-work.ts";

/** The longest list: what is older is reached through its order. */
const most = 200;

type Row = Omit<PaymentWork, "at" | "expires_at"> & { at: Date; expires_at: Date };

/** Nobody has written down yet that its money came. */
const isUnseen = (sql: Sql): SqlFragment => sql`
  not exists (select from payment_receipts r where r.payment_id = p.id)`;
const transfers = (sql: Sql): SqlFragment => sql`
  p.provider = 'transfer' and p.status in ('created', 'pending') and ${isUnseen(sql)}`;
const cash = (sql: Sql): SqlFragment => sql`
  p.provider = 'cod' and p.status = 'pending' and o.status in ('placed', 'completed')
  and ${isUnseen(sql)}`;

/** What of payments waits for staff. Row-level security decides: customers find nothing here. */
export function listPaymentWork(actor: Person, view: PaymentWorkView): Promise<PaymentWorkPage> {
  return asCaller(
    callerOf(actor),
    async (sql) => {
      const [work, [counts]] = await Promise.all([
        view === "tasks" || view === "done" ? tasks(sql, view) : payments(sql, view),
        sql<Record<PaymentWorkView, number>[]>`
          select
            (select count(*)::int from payment_tasks where resolution is null) as tasks,
            (select count(*)::int from payment_tasks where resolution is not null) as done,
            (select count(*)::int from payments p where ${transfers(sql)}) as transfers,
            (select count(*)::int from payments p join orders o on o.id = p.order_id
              where ${cash(sql)}) as cash`,
      ]);
      return {
        view,
        counts: counts ?? (Object.fromEntries(paymentViews.map((name) => [name, 0])) as never),
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
      json_build_object('kind', t.kind, 'details', t.details, 'resolution', t.resolution) as task
    from payment_tasks t join payments p on p.id = t.payment_id join orders o on o.id = t.order_id
    where (t.resolution is null) = ${view === "tasks"}
    order by t.created_at desc limit ${most}`;
}

/** Transfers whose payer has sent a picture come first, then those that lapse first. */
function payments(sql: Sql, view: "transfers" | "cash"): Promise<Row[]> {
  return sql<Row[]>`
    select p.id, ${columns(sql)}, p.created_at as at, null as task
    from payments p join orders o on o.id = p.order_id
    where ${view === "cash" ? cash(sql) : transfers(sql)}
    order by (p.proof_at is null), p.expires_at, p.id limit ${most}`;
}
