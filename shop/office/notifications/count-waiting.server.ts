import { asShop, type Sql, type SqlFragment } from "#db/client.server.ts";
import { isStaff, may, type Person } from "#shop/kernel/access.ts";
import type { Permission } from "#shop/kernel/permissions.ts";
import { mayPrint } from "#shop/orders/order-status.server.ts";

/** Pages of the back office where work waits. */
export type WaitingPage =
  | "orders"
  | "paymentWork"
  | "returns"
  | "customisations"
  | "enquiries"
  | "mails"
  | "approvals";

/** Counts stop here: a badge shows `99+`. */
export const maxWaiting = 100;

interface Work {
  /** Null: the rows depend on the actor. */
  readonly needs: Permission | null;
  /** Queries for the rows that wait; each reads an index of such rows. */
  readonly rows: readonly ((sql: Sql, actorId: string) => SqlFragment)[];
}

/** The open work of each page. An expired approval and a design of an unpaid order are not open. */
const work: Readonly<Record<WaitingPage, Work>> = {
  orders: {
    needs: "orders.read",
    rows: [
      (sql) =>
        sql`select from orders where status = 'placed' and fulfilment_status = 'unfulfilled'`,
    ],
  },
  paymentWork: {
    needs: "payments.read",
    rows: [
      (sql) => sql`
        select from payments p where p.provider = 'transfer' and p.status in ('created', 'pending')
          and not exists (select from payment_receipts r where r.payment_id = p.id)`,
      (sql) => sql`select from payment_tasks where resolution is null`,
      (sql) => sql`select from refund_requests where status = 'open'`,
    ],
  },
  returns: {
    needs: "returns.read",
    rows: [
      // An approved claim has a resolution that staff still carry out; an approved return has not arrived yet.
      (sql) => sql`
        select from returns where status in ('requested', 'received', 'approved')
          and (status <> 'approved' or kind = 'claim')`,
    ],
  },
  customisations: {
    needs: "customisations.read",
    rows: [
      (sql) => sql`
        select from customisations c where c.status in ('submitted', 'in_review')
          and exists (select from orders o where o.id = c.order_id and ${mayPrint(sql)})`,
      (sql) => sql`
        select from customisations c where c.status = 'changes_requested'
          and exists (select from orders o where o.id = c.order_id and o.status = 'placed')`,
    ],
  },
  enquiries: {
    needs: "enquiries.read",
    rows: [(sql) => sql`select from enquiries where status = 'new'`],
  },
  mails: {
    needs: "mail.read",
    rows: [
      (sql) => sql`select from private.outbox where status = 'parked'`,
      (sql, actorId) => sql`
        select from private.undelivered_order_mails
        where resolution is null and private.may(${actorId}, 'orders.read') group by order_id`,
    ],
  },
  approvals: {
    needs: null,
    rows: [
      (sql, actorId) => sql`
        select from approvals a where a.decision is null and a.expires_at > now() and a.requested_by <> ${actorId}
          and private.may_all(${actorId}, a.permissions)`,
    ],
  },
};

/** What waits on each page that the actor may read: at most `maxWaiting` each. Pages with nothing are left out. */
export async function countWaiting(actor: Person): Promise<Partial<Record<WaitingPage, number>>> {
  if (!isStaff(actor)) return {};
  const pages = (Object.keys(work) as WaitingPage[]).filter((page) => {
    const { needs } = work[page];
    return needs === null || may(actor, needs);
  });
  const sql = asShop();
  const [row] = await waitingQuery(sql, actor.id, pages);
  return Object.fromEntries(Object.entries(row ?? {}).filter(([, count]) => count > 0));
}

/** One row with a column for each page. */
export function waitingQuery(
  sql: Sql,
  actorId: string,
  pages: readonly WaitingPage[],
  prefix = sql``,
) {
  const columns = pages.map((page) => {
    const rows = work[page].rows
      .map((of) => sql`(${of(sql, actorId)} limit ${maxWaiting})`)
      .reduce((joined, next) => sql`${joined} union all ${next}`);
    return sql`(select count(*)::int from (select from (${rows}) waiting limit ${maxWaiting}) capped) as ${sql(page)}`;
  });
  return sql<Record<string, number>[]>`
    ${prefix} select ${columns.reduce((joined, column) => sql`${joined}, ${column}`)}`;
}
