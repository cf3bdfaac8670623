import { asCaller, type Sql, type SqlFragment } from "#db/client.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";
import { type OrderStage, type OrderSummary, orderStage, orderStages } from "./order.ts";
import type { OrderFilter } from "./order-filter.ts";
import { isPickup } from "./pickup-order.server.ts";
import { supplementOf } from "./supplement-of.server.ts";

export const ordersPerPage = 20;

export interface OrderPage {
  readonly orders: readonly OrderSummary[];
  readonly total: number;
  readonly pages: number;
  /** Number of orders in each stage, regardless of the filter's stage. */
  readonly counts: Readonly<Record<OrderStage, number>>;
}

/** The stages as conditions on `orders o`. */
export const stageConditions: Readonly<Record<OrderStage, (sql: Sql) => SqlFragment>> = {
  awaiting_payment: (sql) => sql`o.status in ('draft', 'awaiting_payment')`,
  processing: (sql) => sql`o.status = 'placed' and o.fulfilment_status = 'unfulfilled'`,
  shipped: (sql) => sql`o.status = 'placed' and o.fulfilment_status in ('partial', 'fulfilled')`,
  done: (sql) =>
    sql`(o.status = 'completed' or (o.status = 'placed' and o.fulfilment_status = 'delivered'))`,
  canceled: (sql) => sql`o.status in ('canceled', 'expired')`,
};

/** The actor's own orders, newest first. */
export function listMyOrders(actor: Person, filter: OrderFilter): Promise<OrderPage> {
  return asCaller(
    callerOf(actor),
    (sql) => page(sql, sql`o.customer_id = ${actor.id}`, filter),
    "read only",
  );
}

/** Whether a proof of the order `o` needs the buyer's approval. */
export function proofWaits(sql: Sql): SqlFragment {
  return sql`(o.status = 'placed' and exists (
    select from customisations c where c.order_id = o.id and c.status = 'proof_sent'))`;
}

/** Whether the order `o` is unpaid and has a receipt of a transfer. */
function hasPaymentProof(sql: Sql): SqlFragment {
  return sql`(${stageConditions.awaiting_payment(sql)} and exists (
    select from payments p where p.order_id = o.id and p.status in ('created', 'pending') and p.proof_at is not null))`;
}

/** The actor's orders with a proof that needs their approval, the oldest first. */
export function listWaitingProofs(
  actor: Person,
): Promise<readonly { readonly id: string; readonly number: string }[]> {
  return asCaller(
    callerOf(actor),
    (sql) => sql<{ id: string; number: string }[]>`
      select o.id, o.number from orders o
      where o.customer_id = ${actor.id} and ${proofWaits(sql)} order by o.created_at, o.id limit ${ordersPerPage}`,
    "read only",
  );
}

/** The address of the actor's newest order, where its mails go; undefined without one. */
export async function findOrderEmail(actor: Person): Promise<string | undefined> {
  const rows = await asCaller(
    callerOf(actor),
    (sql) => sql<{ email: string | null }[]>`
      select email from orders where customer_id = ${actor.id} order by created_at desc limit 1`,
    "read only",
  );
  return rows[0]?.email ?? undefined;
}

/** What the order `o` is about, for a line of a list. */
export function goodsOf(sql: Sql): SqlFragment {
  return sql`(
    select coalesce(sum(l.quantity), 0)::int as pieces, count(*)::int as line_count,
      coalesce((array_agg(l.name order by l.position))[1], '') as first_name
    from order_lines l where l.order_id = o.id)`;
}

async function page(sql: Sql, whose: SqlFragment, filter: OrderFilter): Promise<OrderPage> {
  const asked = sql`${whose} and ${textCondition(sql, filter.q)}`;
  const staged = filter.stage ? sql`${asked} and ${stageConditions[filter.stage](sql)}` : asked;
  const [rows, [counts]] = await Promise.all([
    sql<(Omit<OrderSummary, "stage" | "created_at"> & { created_at: Date })[]>`
      select o.id, o.number, o.status, o.payment_status, o.fulfilment_status, o.total, o.created_at,
        o.recipient as customer_name, ${isPickup(sql)} as is_pickup, ${supplementOf(sql)}, ${proofWaits(sql)} as proof_waits,
        ${hasPaymentProof(sql)} as has_payment_proof,
        goods.pieces, goods.first_name, goods.line_count,
        (
          select coalesce(json_agg(l.picture || jsonb_build_object('design', (
            select jsonb_build_object('line', l.id, 'proof', max(p.version))
            from customisations c join proofs p on p.customisation_id = c.id
            where c.order_line_id = l.id and p.display is not null having count(*) > 0
          )) order by l.position) filter (where l.picture is not null), '[]')
          from order_lines l where l.order_id = o.id and l.position < 4
        ) as pictures
      from orders o
      cross join lateral ${goodsOf(sql)} goods
      where ${staged}
      order by o.created_at desc, o.id desc
      limit ${ordersPerPage} offset ${(filter.page - 1) * ordersPerPage}`,
    sql<Record<OrderStage, number>[]>`
      select ${orderStages
        .map(
          (stage) =>
            sql`count(*) filter (where ${stageConditions[stage](sql)})::int as ${sql(stage)}`,
        )
        .reduce((joined, column) => sql`${joined}, ${column}`)}
      from orders o where ${asked}`,
  ]);
  if (!counts) throw new Error("counting gave no row");
  const total = filter.stage
    ? counts[filter.stage]
    : Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    orders: rows.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      stage: orderStage(row),
    })),
    total,
    pages: Math.max(1, Math.ceil(total / ordersPerPage)),
    counts,
  };
}

function textCondition(sql: Sql, q: string): SqlFragment {
  const text = q.trim().slice(0, 60);
  if (text === "") return sql`true`;
  const pattern = `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  const digits = text.replace(/\D/g, "").replace(/^0/, "");
  return sql`(
    o.number ilike ${pattern} or o.recipient ilike ${pattern} or o.email ilike ${pattern}
    or ${digits.length >= 4 ? sql`o.phone like ${`%${digits}%`}` : sql`false`}
    or exists (select from shipments h where h.order_id = o.id and h.tracking_number ilike ${pattern})
    or exists (select from order_lines l where l.order_id = o.id and l.name ilike ${pattern})
  )`;
}
