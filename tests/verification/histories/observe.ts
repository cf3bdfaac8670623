import type { PoolSql } from "#db/driver.server.ts";
import type { SimulatedBank } from "../stage/simulated-bank.ts";
import { type OrderRow, readOrders } from "./read-orders.ts";
import type { Order, Return, Shipment, World } from "./world.ts";

/** The objects of one history: the database may contain those of others. */
export interface Cast {
  /** Ids by the names that the model uses. */
  readonly customers: ReadonlyMap<string, string>;
  readonly variants: ReadonlyMap<string, string>;
  /** Whole rupiah a piece. */
  readonly prices: ReadonlyMap<string, number>;
  readonly promotionId: string;
  /** The variant that is printed to order, if one is, with its print specification. */
  readonly printed: { readonly variant: string; readonly spec: string } | null;
}

/** Ids of the objects that the model names by key and number. */
export interface Ids {
  readonly orders: ReadonlyMap<string, string>;
  readonly attempts: ReadonlyMap<string, readonly string[]>;
  readonly refunds: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly shipments: ReadonlyMap<string, string>;
  readonly lines: ReadonlyMap<string, readonly string[]>;
  readonly returns: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly replacements: ReadonlyMap<string, readonly string[]>;
  /** Staff tasks about banks, by attempt. */
  readonly tasks: ReadonlyMap<string, readonly (readonly string[])[]>;
}

/** Reads the real state in the model's terms, from the tables and from the bank's own ledger. */
export async function observe(
  sql: PoolSql,
  cast: Cast,
  bank: SimulatedBank,
): Promise<{ world: World; ids: Ids }> {
  const [orders, stock, [promotion]] = await Promise.all([
    readOrders(sql, [...cast.customers.values()]),
    sql<{ id: string; on_hand: number; allocated: number; held: number }[]>`
      select variant_id as id, on_hand, allocated, held from public.stock_items
      where variant_id = any (${[...cast.variants.values()]})
      order by array_position(${[...cast.variants.values()]}::uuid[], variant_id)`,
    sql<{ used: number; spent: string; limit: number; per: number; by: Record<string, number> }[]>`
      select used, spent, usage_limit as limit, per_customer_limit as per, (
        select coalesce(json_object_agg(customer_key, n), '{}') from (
          select r.customer_key, count(*)::int as n from public.promo_redemptions r
          where r.promotion_id = p.id and r.status = 'claimed' group by r.customer_key) uses) as by
      from public.promotions p where id = ${cast.promotionId}`,
  ]);
  const nameOf = (names: ReadonlyMap<string, string>) =>
    new Map([...names].map(([name, id]) => [id, name]));
  const variants = nameOf(cast.variants);
  const customers = nameOf(cast.customers);
  const world: World = {
    stock: Object.fromEntries(
      stock.map(({ id, on_hand, allocated, held }) => [
        variants.get(id) ?? id,
        { onHand: on_hand, allocated, held },
      ]),
    ),
    promotion: {
      limit: promotion?.limit ?? 0,
      perCustomer: promotion?.per ?? 0,
      used: promotion?.used ?? 0,
      spent: Number(promotion?.spent ?? 0),
      by: Object.fromEntries(
        [...cast.customers].map(([name, id]) => [name, promotion?.by[id] ?? 0]),
      ),
    },
    orders: Object.fromEntries(
      orders.map((row) => [row.key, orderOf(row, bank, customers, variants)]),
    ),
    isStrictBank: bank.isStrict,
  };
  return { world, ids: idsOf(orders) };
}

function orderOf(
  row: OrderRow,
  bank: SimulatedBank,
  customers: ReadonlyMap<string, string>,
  variants: ReadonlyMap<string, string>,
): Order {
  const keyOf = refundKeys(row);
  const { customer, status, base, shipping, fee, paid, back, due, packed, discount } = row;
  return {
    customer: customers.get(customer) ?? customer,
    status,
    base,
    shipping,
    fee,
    paid,
    back,
    due,
    packed,
    discount,
    feeBack: row.refunds.reduce((sum, refund) => sum + refund.fee, 0),
    promo: row.promo ?? "none",
    lines: row.lines.map(({ variant, jobs, ...line }) => {
      const { quantity, total, setup, refunded, withdrawn } = line;
      return {
        variant: variants.get(variant) ?? variant,
        quantity,
        total,
        setup,
        refunded,
        withdrawn,
        jobs: jobs && Object.fromEntries(jobs.map(({ key, good }) => [key, good])),
      };
    }),
    attempts: row.attempts.map(({ id, moves, tasks, ...attempt }) => {
      const book = bank.payments.get(`sim_${id}`);
      const refunds = [...(book?.refunds ?? [])].map(([refund, amount]) => [keyOf(refund), amount]);
      const moved = (kind: (typeof moves)[number]["kind"]) => {
        const sums: Record<string, number> = {};
        for (const { reference, amount } of moves.filter((move) => move.kind === kind)) {
          const name = nameOf(reference, keyOf);
          sums[name] = (sums[name] ?? 0) + amount;
        }
        return sums;
      };
      return {
        ...attempt,
        debited: moved("chargeback"),
        won: moved("refund_reversed"),
        tasks: tasks.map(({ amount, open, shortfall }) => {
          const named = Object.entries(shortfall).map(([reference, n]) => [
            nameOf(reference, keyOf),
            n,
          ]);
          return { amount, isOpen: open, shortfall: Object.fromEntries(named) };
        }),
        bank: book
          ? {
              status: book.status,
              refunds: Object.fromEntries(refunds),
              disputes: Object.fromEntries(
                [...book.disputes].map(([name, dispute]) => [name, { ...dispute }]),
              ),
            }
          : null,
      };
    }),
    refunds: Object.fromEntries(
      row.refunds.map(({ id, payment, reference, ...refund }) => {
        const { amount, overpaid, channel, status, tries, booked } = refund;
        const attempt = row.attempts.findIndex((one) => one.id === payment);
        const referenced = reference !== null;
        return [
          keyOf(id),
          { attempt, amount, overpaid, channel, status, tries, booked, referenced },
        ];
      }),
    ),
    shipments: Object.fromEntries(
      row.shipments
        .filter(({ kind }) => kind === "order")
        .map((shipment) => [shipment.tracking, shipmentOf(row, shipment)]),
    ),
    shippingBack: row.refunds.reduce((sum, refund) => sum + refund.shipping, 0),
    returns: Object.fromEntries(row.returns.map((one) => [one.key, returnOf(row, one)])),
    replacements: row.shipments
      .filter(({ kind }) => kind === "replacement")
      .map((shipment) => shipmentOf(row, shipment)),
  };
}

const shipmentOf = (
  row: OrderRow,
  { status, pieces }: OrderRow["shipments"][number],
): Shipment => ({
  status,
  pieces: row.lines.map(({ id }) => pieces[id] ?? 0),
});

function returnOf(row: OrderRow, one: OrderRow["returns"][number]): Return {
  const isCounted = Object.values(one.lines).some(({ resellable }) => resellable !== null);
  const by = (figure: "asked" | "resellable" | "damaged") =>
    row.lines.map(({ id }) => one.lines[id]?.[figure] ?? 0);
  return {
    kind: one.kind,
    status: one.status,
    resolution: one.resolution,
    asked: by("asked"),
    resellable: isCounted ? by("resellable") : null,
    damaged: isCounted ? by("damaged") : null,
  };
}

/** The dispute's name or refund's key of a bank reference; a later booking has a mark. */
function nameOf(reference: string, keyOf: (refundId: string) => string): string {
  const [first = ""] = reference.split("+");
  return first.startsWith("br_") ? keyOf(first.slice(3)) : (first.split("_").at(-1) ?? first);
}

/** A refund's key with the attempt's number, or the return's key, instead of its id. */
function refundKeys(row: OrderRow): (refundId: string) => string {
  return (refundId) => {
    const key = row.refunds.find(({ id }) => id === refundId)?.key ?? refundId;
    const won = /^won:bd_(.+)_(d\d+)$/.exec(key);
    if (won) return `won:${row.attempts.findIndex(({ id }) => id === won[1])}:${won[2]}`;
    const [reason = "", payment] = key.split(":");
    const cause = row.returns.find(({ id }) => id === payment);
    if (cause) return `${reason}:${cause.key}`;
    const n = row.attempts.findIndex(({ id }) => id === payment);
    return n < 0 ? key : `${reason}:${n}`;
  };
}

function idsOf(orders: readonly OrderRow[]): Ids {
  const by = <T>(pick: (row: OrderRow) => T) => new Map(orders.map((row) => [row.key, pick(row)]));
  return {
    orders: by(({ id }) => id),
    attempts: by(({ attempts }) => attempts.map(({ id }) => id)),
    lines: by(({ lines }) => lines.map(({ id }) => id)),
    refunds: by((row) => {
      const keyOf = refundKeys(row);
      return new Map(row.refunds.map(({ id }) => [keyOf(id), id]));
    }),
    shipments: new Map(orders.flatMap(({ shipments }) => shipments.map((p) => [p.tracking, p.id]))),
    returns: by(({ returns }) => new Map(returns.map(({ key, id }) => [key, id]))),
    tasks: by(({ attempts }) => attempts.map(({ tasks }) => tasks.map(({ id }) => id))),
    replacements: by(({ shipments }) =>
      shipments.flatMap(({ kind, id }) => (kind === "replacement" ? [id] : [])),
    ),
  };
}
