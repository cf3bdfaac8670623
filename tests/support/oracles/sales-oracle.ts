import { asSeed } from "#tests/support/runner/connections.ts";

const measures = [
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
  "base",
  "cost",
  "uncosted",
] as const;
type Sums = Record<(typeof measures)[number], number>;

interface Order {
  id: string;
  day: string;
  placed: number;
  closed_day: string;
  closed: number;
  status: string;
  total: number;
  shipping: number;
  payment_fee: number;
  shipping_tax: number;
  payment_fee_tax: number;
  paid_total: number;
  source: string;
  buyer_id: string | null;
  is_supplement: boolean;
  province: string;
}

interface Line {
  id: string;
  product_id: string | null;
  variant_id: string | null;
  category_id: string | null;
  quantity: number;
  total: number;
  discount: number;
  lowered: number;
  tax_included: number;
  unit_cost: number | null;
}

interface Movement {
  id: number;
  payment_id: string;
  method: string;
  kind: "charge" | "refund" | "chargeback" | "refund_reversed";
  amount: number;
  provider_reference: string;
  day: string;
  at: number;
}

interface Refund {
  id: string;
  payment_id: string;
  provider_reference: string | null;
  shipping: number;
  overpaid: number;
  lines: { order_line_id: string; quantity: number; amount: number }[];
}

/**
 * Sums the ledgers of all orders in TypeScript, without the job's SQL, and compares the sums with the rollups.
 * @returns the differences; empty when all sums are equal
 */
export async function salesBreaches(): Promise<string[]> {
  const expected = await expectedSums();
  const found = await asSeed()<
    ({ dimension: string; period: string; starts: string; key: string } & Sums)[]
  >`
    select *, starts::text from sales_rollups`;
  const breaches: string[] = [];
  for (const row of found) {
    const name = [row.dimension, row.period, row.starts, row.key].join("|");
    const sums = expected.get(name) ?? empty();
    for (const measure of measures) {
      if (sums[measure] !== row[measure])
        breaches.push(`${name}: ${measure} is ${row[measure]}, the ledgers say ${sums[measure]}`);
    }
    expected.delete(name);
  }
  for (const [name, sums] of expected) {
    if (measures.some((measure) => sums[measure] !== 0)) breaches.push(`${name} is missing`);
  }
  return breaches;
}

const empty = (): Sums => Object.fromEntries(measures.map((name) => [name, 0])) as Sums;

async function expectedSums(): Promise<Map<string, Sums>> {
  const sql = asSeed();
  const [shop] = await sql<{ time_zone: string }[]>`select time_zone from shop_settings`;
  const zone = shop?.time_zone ?? "";
  const orders = await sql<Order[]>`
    select o.id, (placed_at at time zone ${zone})::date::text as day, extract(epoch from placed_at)::float8 as placed,
      (coalesce(closed_at, placed_at) at time zone ${zone})::date::text as closed_day,
      extract(epoch from coalesce(closed_at, placed_at))::float8 as closed, status, total, shipping, payment_fee,
      shipping_tax, payment_fee_tax, paid_total, source, buyer_id, supplement_of is not null as is_supplement,
      coalesce(substr(address ->> 'region_code', 1, 2), '') as province
    from orders o where placed_at is not null order by placed_at, id`;
  const ledgers = await readLedgers(zone);
  const sums = new Map<string, Sums>();
  const seen = new Set<string>();
  for (const order of orders) {
    const type = !order.buyer_id ? "" : seen.has(order.buyer_id) ? "returning" : "new";
    addOrder(sums, order, type, ledgers(order.id));
    if (order.buyer_id && !order.is_supplement) seen.add(order.buyer_id);
  }
  return sums;
}

interface Ledgers {
  lines: Line[];
  movements: Movement[];
  refunds: Refund[];
  promotions: { promotion_id: string; discount: number }[];
  attempts: { method: string }[];
}

async function readLedgers(zone: string): Promise<(orderId: string) => Ledgers> {
  const sql = asSeed();
  const all = await Promise.all([
    sql<(Line & { order_id: string })[]>`
      select l.*, (
        select category_id from product_categories c join categories k on k.id = c.category_id
        where c.product_id = l.product_id order by k.position, k.id limit 1) as category_id, (
        select cost from variant_costs c join orders o on o.id = l.order_id
        where c.variant_id = l.variant_id and c.valid_from <= o.placed_at order by c.id desc limit 1) as unit_cost
      from order_lines l order by position`,
    sql<(Movement & { order_id: string })[]>`
      select t.*, p.provider || ':' || p.method as method, (t.at at time zone ${zone})::date::text as day,
        extract(epoch from t.at)::float8 as at
      from payment_transactions t join payments p on p.id = t.payment_id order by t.id`,
    sql<(Refund & { order_id: string })[]>`
      select r.*, coalesce((select json_agg(l) from refund_lines l where l.refund_id = r.id), '[]') as lines
      from refunds r order by created_at, id`,
    sql<{ order_id: string; promotion_id: string; discount: number }[]>`
      select order_id, promotion_id, discount from order_promos`,
    sql<{ order_id: string; method: string }[]>`
      select order_id, provider || ':' || method as method from payments order by created_at desc`,
  ]);
  const [lines, movements, refunds, promotions, attempts] = all.map((rows) =>
    Map.groupBy(rows as readonly { order_id: string }[], ({ order_id }) => order_id),
  );
  const of = <Row>(groups: Map<string, object[]> | undefined, id: string): Row[] =>
    (groups?.get(id) ?? []) as Row[];
  return (id) => ({
    lines: of(lines, id),
    movements: of(movements, id),
    refunds: of(refunds, id),
    promotions: of(promotions, id),
    attempts: of(attempts, id),
  });
}

function addOrder(
  sums: Map<string, Sums>,
  order: Order,
  type: string,
  { lines, movements, refunds, promotions, attempts }: Ledgers,
): void {
  const method =
    movements.find(({ kind }) => kind === "charge")?.method ?? attempts[0]?.method ?? "";
  const counted = new Set<string>();
  const add = (day: string, line: Line | null, part: Partial<Sums>) => {
    const book = (dimension: string, key: string, values: Partial<Sums>, orderOnce: boolean) => {
      const isNew = orderOnce && !order.is_supplement && !counted.has(`${dimension}|${key}`);
      if (isNew) counted.add(`${dimension}|${key}`);
      for (const [period, starts] of [
        ["d", day],
        ["m", `${day.slice(0, 7)}-01`],
        ["y", `${day.slice(0, 4)}-01-01`],
      ] as const) {
        if (period === "d" && (dimension === "product" || dimension === "variant")) continue;
        const name = [dimension, period, starts, key].join("|");
        const row = sums.get(name) ?? empty();
        sums.set(name, row);
        for (const measure of measures) row[measure] += values[measure] ?? 0;
        if (isNew) row.orders += 1;
      }
    };
    const isSale = part.gross !== undefined;
    const isOrder = part.shipping !== undefined;
    book("all", "", part, isOrder);
    book("province", order.province, part, isOrder);
    book("payment", method, part, isOrder);
    book("customer_type", type, part, isOrder);
    book("source", order.source, part, isOrder);
    for (const { promotion_id, discount } of promotions)
      book("promotion", promotion_id, { ...part, discount: isOrder ? discount : 0 }, isOrder);
    if (!line) return;
    book("product", line.product_id ?? "", part, isSale);
    book("variant", line.variant_id ?? "", part, isSale);
    book("category", line.category_id ?? "", part, isSale);
  };

  const piecesOf = (line: Line, quantity: number) =>
    order.is_supplement && !line.variant_id ? 0 : quantity;
  for (const line of lines) {
    const pieces = piecesOf(line, line.quantity);
    const isKnown = line.unit_cost !== null;
    add(order.day, line, {
      pieces,
      gross: line.total + line.discount,
      discount: line.discount,
      net: line.total,
      tax: line.tax_included,
      base: isKnown ? line.total - line.tax_included : 0,
      cost: (line.unit_cost ?? 0) * pieces,
      uncosted: isKnown ? 0 : pieces,
    });
  }
  add(order.day, null, {
    shipping: order.shipping,
    fee: order.payment_fee,
    tax: order.shipping_tax + order.payment_fee_tax,
  });

  const goodsBack = (day: string, line: Line, quantity: number, amount: number, tax: number) => {
    const pieces = piecesOf(line, quantity);
    const isKnown = line.unit_cost !== null;
    add(day, line, {
      pieces_back: pieces,
      back: amount,
      tax: -tax,
      base: isKnown ? tax - amount : 0,
      cost: -(line.unit_cost ?? 0) * pieces,
      uncosted: isKnown ? 0 : -pieces,
    });
  };

  // The PPN of each refund: the rounded PPN of all refunds of the line so far, minus that of the earlier ones.
  const shareTax = new Map<string, number>();
  const refundedOf = new Map<string, { pieces: number; amount: number; tax: number }>();
  for (const refund of refunds) {
    for (const { order_line_id, quantity, amount } of refund.lines) {
      const line = lines.find(({ id }) => id === order_line_id);
      if (!line) throw new Error("a refund names a foreign line");
      const before = refundedOf.get(line.id) ?? { pieces: 0, amount: 0, tax: 0 };
      const upto = before.amount + amount;
      const tax = line.total === 0 ? 0 : Math.round((line.tax_included * upto) / line.total);
      shareTax.set(`${refund.id}|${line.id}`, tax - before.tax);
      refundedOf.set(line.id, { pieces: before.pieces + quantity, amount: upto, tax });
    }
  }

  let missing = order.total;
  let charged = 0;
  const covered = new Map<string, { covered: number; excess: number }>();
  for (const { kind, payment_id, amount } of movements) {
    if (kind !== "charge") continue;
    const part = Math.min(missing, amount);
    missing -= part;
    charged += part;
    covered.set(payment_id, { covered: part, excess: amount - part });
  }
  const state = new Map<string, { returned: number; overpaid: number; counted: number }>();
  for (const move of movements) {
    if (move.kind === "charge") continue;
    const payment = covered.get(move.payment_id);
    if (!payment) throw new Error("money back before a charge");
    const refund =
      move.kind === "refund"
        ? refunds.find(
            (one) =>
              one.payment_id === move.payment_id &&
              one.provider_reference === move.provider_reference,
          )
        : undefined;
    const before = state.get(move.payment_id) ?? { returned: 0, overpaid: 0, counted: 0 };
    const returned =
      before.returned + (move.kind === "refund_reversed" ? -move.amount : move.amount);
    const overpaid = before.overpaid + (refund?.overpaid ?? 0);
    const counts = Math.max(
      0,
      Math.min(payment.covered, returned - Math.min(overpaid, payment.excess)),
    );
    state.set(move.payment_id, { returned, overpaid, counted: counts });
    let rest = counts - before.counted;
    for (const { order_line_id, quantity, amount } of refund?.lines ?? []) {
      const line = lines.find(({ id }) => id === order_line_id) as Line;
      rest -= amount;
      goodsBack(move.day, line, quantity, amount, shareTax.get(`${refund?.id}|${line.id}`) ?? 0);
    }
    const tax =
      refund && order.shipping > 0
        ? Math.round((order.shipping_tax * refund.shipping) / order.shipping)
        : 0;
    add(move.day, null, { other_back: rest, tax: -tax });
  }

  if (order.status !== "canceled") return;
  add(order.closed_day, null, {
    other_back: missing,
    tax: charged === 0 ? -(order.shipping_tax + order.payment_fee_tax) : 0,
  });
  if (order.paid_total !== 0) return;
  const back = movements.filter(({ kind }) => kind !== "charge");
  const last = back.reduce((latest, { at, day }) => (at > latest.at ? { at, day } : latest), {
    at: order.closed,
    day: order.closed_day,
  });
  for (const line of lines) {
    const named = refundedOf.get(line.id) ?? { pieces: 0, amount: 0, tax: 0 };
    if (line.quantity <= named.pieces) continue;
    const amount = line.total - line.lowered - named.amount;
    goodsBack(last.day, line, line.quantity - named.pieces, amount, line.tax_included - named.tax);
    add(last.day, null, { other_back: -amount });
  }
}
