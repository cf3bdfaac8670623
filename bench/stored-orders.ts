import type { PoolSql, TransactionSql } from "#db/driver.server.ts";

/*
 * Makes many paid orders at once: copies of an order that the shop has made, with other ids, customers and variants.
 * It computes the sums that triggers maintain, so that every constraint and every sum holds.
 */

/** A column's expression: `t` is the copied row, `n` the number of the copy, `at` its customer or variant. */
type Columns = Readonly<Record<string, string>>;

const other = (column: string) => `md5(${column}::text || ':' || n)::uuid`;
const thing = "thing";
const customer = "customer";
/** One a minute, so that a million are two years. */
const moment = "now() - make_interval(mins => n)";

const tables: readonly (readonly [table: string, where: string, columns: Columns])[] = [
  [
    "public.orders",
    "t.id = $1",
    {
      id: other("t.id"),
      number: "'LAMA-' || n",
      customer_id: customer,
      email: "'pembeli-' || (n % 20000) || '@pelanggan.test'",
      public_token: "md5('a' || n) || md5('b' || n)",
      idempotency_key: "'lama-' || n",
      created_at: moment,
      placed_at: moment,
    },
  ],
  [
    "public.order_lines",
    "t.order_id = $1",
    { id: other("t.id"), order_id: other("t.order_id"), customer_id: customer, variant_id: thing },
  ],
  [
    "public.payments",
    "t.order_id = $1",
    {
      id: other("t.id"),
      order_id: other("t.order_id"),
      customer_id: customer,
      provider_payment_id: "t.provider_payment_id || '-' || n",
      created_at: moment,
      updated_at: moment,
    },
  ],
  [
    "public.payment_transactions",
    "t.order_id = $1",
    { payment_id: other("t.payment_id"), order_id: other("t.order_id"), at: moment },
  ],
  [
    "public.order_events",
    "t.order_id = $1",
    { order_id: other("t.order_id"), customer_id: customer, at: moment },
  ],
  ["public.stock_holds", "t.order_id = $1", { order_id: other("t.order_id"), variant_id: thing }],
  [
    "public.stock_movements",
    "t.order_id = $1",
    {
      order_id: other("t.order_id"),
      variant_id: thing,
      dedupe_key: "t.dedupe_key || ':' || n",
      at: moment,
    },
  ],
  [
    "private.builtin_payments",
    "t.idempotency_key in (select id::text from public.payments where order_id = $1)",
    {
      id: "t.id || '-' || n",
      idempotency_key: `${other("t.idempotency_key")}::text`,
      reference: "t.reference || '-' || n",
    },
  ],
];

export const customerCount = 20_000;

/** Twenty thousand customers to whom the orders belong, each with two years of them. */
export async function makeCustomers(sql: PoolSql): Promise<void> {
  await sql`
    insert into auth.users (id, email, email_confirmed_at)
    select md5('pembeli-' || n)::uuid, 'pembeli-' || n || '@pelanggan.test', now()
    from generate_series(0, ${customerCount - 1}) n`;
}

/** Copies of an order of one piece of one variant: numbers `from` (included) to `to` (not included). */
export async function storeOrders(
  sql: PoolSql,
  orderId: string,
  things: readonly string[],
  from: number,
  to: number,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      create temporary table copying on commit drop as
      select n, md5('pembeli-' || n % ${customerCount})::uuid as customer, things.thing
      from generate_series(${from}::int, ${to - 1}::int) n
      join unnest(${things as string[]}::uuid[]) with ordinality as things (thing, at)
        on things.at = 1 + n % ${things.length}`;
    await tx`analyze copying`;
    for (const [table, where, columns] of tables) {
      const names = await columnsOf(tx, table);
      const values = names.map((name) => columns[name] ?? `t.${name}`);
      await tx.unsafe(
        `insert into ${table} (${names.join()})
         select ${values.join()} from ${table} t cross join copying where ${where}`,
        [orderId],
      );
    }
    // Stock received and allocated for them.
    await tx`
      with pieces as (
        select thing as variant_id, count(*)::int as n from copying group by 1
      ), came as (
        insert into public.stock_movements (variant_id, kind, quantity, reason)
        select variant_id, 'adjusted', n, 'for stored orders' from pieces
      )
      update public.stock_items i set on_hand = on_hand + n, allocated = allocated + n
      from pieces where pieces.variant_id = i.variant_id`;
  });
}

/** The writable columns, without generated and identity columns. */
async function columnsOf(sql: TransactionSql, table: string): Promise<string[]> {
  const [schema = "", name = ""] = table.split(".");
  const rows = await sql<{ column_name: string }[]>`
    select column_name from information_schema.columns
    where table_schema = ${schema} and table_name = ${name} and is_generated = 'NEVER' and is_identity = 'NO'
    order by ordinal_position`;
  return rows.map((row) => row.column_name);
}
