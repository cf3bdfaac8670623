import type { Sql } from "#db/client.server.ts";
import type { DayRange } from "#shop/orders/figures/report-period.ts";
import type { LedgerName } from "./ledger-exports.ts";

/** Rows per chunk. A chunk of lines has the lines of this many orders. */
const chunkRows = 2_000;

type Row = Readonly<Record<string, string | number | null>>;

interface Ledger {
  readonly columns: readonly string[];
  /** @param after the `cursor` of the last row of the previous chunk; null for the first chunk. Each row has a `cursor` */
  readonly read: (sql: Sql, within: Within, after: string | null) => Promise<readonly Row[]>;
}

interface Within extends DayRange {
  readonly zone: string;
}

/** SQL: whether a column is within a range of days in the shop's time zone. */
const between = (
  sql: Sql,
  column: "placed_at" | "at" | "created_at",
  { from, until, zone }: Within,
) => {
  const name = { placed_at: sql`o.placed_at`, at: sql`t.at`, created_at: sql`r.created_at` }[
    column
  ];
  return sql`
    ${name} >= (${from}::date::timestamp at time zone ${zone})
    and ${name} < ((${until}::date + 1)::timestamp at time zone ${zone})`;
};

/** Splits a cursor `{moment}|{id}`. */
function parts(after: string | null): readonly [string, string] {
  const [at = "-infinity", id = ""] = after?.split("|") ?? [];
  return [at, id];
}

const noId = "00000000-0000-0000-0000-000000000000";

/** The columns and the query of each export. No export contains personal data. Times are in UTC. */
export const ledgers: Readonly<Record<LedgerName, Ledger>> = {
  orders: {
    columns: [
      "number",
      "placed_at",
      "status",
      "payment_status",
      "fulfilment_status",
      "source",
      "province_code",
      "courier",
      "service",
      "subtotal",
      "discount",
      "shipping",
      "payment_fee",
      "total",
      "tax_included",
      "paid_total",
      "refunded_total",
      "supplement_of",
    ],
    read: (sql, within, after) => {
      const [at, id] = parts(after);
      return sql<Row[]>`
        select o.number, to_json(o.placed_at) #>> '{}' as placed_at, o.status, o.payment_status, o.fulfilment_status, o.source,
          "left"(o.address ->> 'region_code', 2) as province_code, o.courier, o.service, o.subtotal, o.discount, o.shipping,
          o.payment_fee, o.total, o.tax_included, o.paid_total, o.refunded_total, m.number as supplement_of,
          o.placed_at::text || '|' || o.id as cursor
        from orders o left join orders m on m.id = o.supplement_of
        where ${between(sql, "placed_at", within)} and (o.placed_at, o.id) > (${at}::timestamptz, ${id || noId}::uuid)
        order by o.placed_at, o.id limit ${chunkRows}`;
    },
  },
  lines: {
    columns: [
      "number",
      "placed_at",
      "position",
      "sku",
      "name",
      "options",
      "quantity",
      "unit_price",
      "setup_fee",
      "discount",
      "total",
      "tax_included",
      "tax_class",
      "is_gift",
    ],
    read: (sql, within, after) => {
      const [at, id] = parts(after);
      return sql<Row[]>`
        select o.number, to_json(o.placed_at) #>> '{}' as placed_at, l.position + 1 as position, l.sku, l.name, l.options,
          l.quantity, l.unit_price, l.setup_fee, l.discount, l.total, l.tax_included, l.tax_class, l.is_gift::int as is_gift,
          o.placed_at::text || '|' || o.id as cursor
        from (
          select o.id, o.number, o.placed_at from orders o
          where ${between(sql, "placed_at", within)} and (o.placed_at, o.id) > (${at}::timestamptz, ${id || noId}::uuid)
          order by o.placed_at, o.id limit ${chunkRows}) o
        join order_lines l on l.order_id = o.id
        order by o.placed_at, o.id, l.position`;
    },
  },
  payments: {
    columns: ["at", "number", "provider", "method", "kind", "amount", "reference"],
    read: (sql, within, after) => {
      const [at, id] = parts(after);
      return sql<Row[]>`
        select to_json(t.at) #>> '{}' as at, o.number, p.provider, p.method, t.kind, t.amount, t.provider_reference as reference,
          t.at::text || '|' || t.id as cursor
        from payment_transactions t join payments p on p.id = t.payment_id join orders o on o.id = t.order_id
        where ${between(sql, "at", within)} and (t.at, t.id) > (${at}::timestamptz, ${id || "0"}::bigint)
        order by t.at, t.id limit ${chunkRows}`;
    },
  },
  refunds: {
    columns: [
      "created_at",
      "finished_at",
      "number",
      "status",
      "channel",
      "reason",
      "amount",
      "goods",
      "shipping",
      "fee",
      "goodwill",
      "overpaid",
      "moved",
      "reference",
    ],
    read: (sql, within, after) => {
      const [at, id] = parts(after);
      return sql<Row[]>`
        select to_json(r.created_at) #>> '{}' as created_at, to_json(r.finished_at) #>> '{}' as finished_at, o.number, r.status,
          r.channel, r.reason, r.amount, r.goods, r.shipping, r.fee, r.goodwill, r.overpaid, r.moved, r.provider_reference as reference,
          r.created_at::text || '|' || r.id as cursor
        from refunds r join orders o on o.id = r.order_id
        where ${between(sql, "created_at", within)} and (r.created_at, r.id) > (${at}::timestamptz, ${id || noId}::uuid)
        order by r.created_at, r.id limit ${chunkRows}`;
    },
  },
  facts: {
    columns: [
      "day",
      "number",
      "kind",
      "sku",
      "province",
      "payment",
      "customer_type",
      "source",
      "orders",
      "pieces",
      "pieces_back",
      "gross",
      "discount",
      "net",
      "shipping",
      "fee",
      "back",
      "other_back",
      "tax",
    ],
    // A chunk has the facts of one day.
    read: (sql, { from, until }, after) =>
      sql<Row[]>`
        select f.day::text as day, o.number, f.kind, l.sku, f.province, f.payment, f.customer_type, f.source, f.orders, f.pieces,
          f.pieces_back, f.gross, f.discount, f.net, f.shipping, f.fee, f.back, f.other_back, f.tax, f.day::text as cursor
        from sales_facts f join orders o on o.id = f.order_id left join order_lines l on l.id = f.line_id
        where f.day = (
          select d.day from sales_facts d
          where d.day between ${from}::date and ${until}::date and d.day > ${after ?? "-infinity"}::date order by d.day limit 1)
        order by f.order_id, f.kind, f.line_id, f.transaction_id`,
  },
};
