import type { SeededRandom } from "#db/seed/deterministic.ts";
import { asSeed } from "#tests/support/runner/connections.ts";

interface Payment {
  id: string;
  order_id: string;
  available: number;
  shipping_left: number;
}

/**
 * Changes the ledgers of random paid orders at random times of the last 400 days: refunds of pieces, delivery and goodwill,
 * reversed refunds, chargebacks, reversed chargebacks and cancellations.
 */
export async function moveMoney(random: SeededRandom, moves: number): Promise<void> {
  for (let n = 0; n < moves; n++) {
    const [payment] = await asSeed()<Payment[]>`
      select p.id, p.order_id, b.available, o.shipping - coalesce((
        select sum(r.shipping) from refunds r where r.order_id = o.id), 0)::bigint as shipping_left
      from private.payment_balances b join payments p on p.id = b.payment_id join orders o on o.id = p.order_id
      where b.available > 1000 and o.placed_at is not null order by p.id offset ${random.whole(0, 120)} limit 1`;
    if (payment) await moveOnce(random, payment, `${n}-${random.whole(1, 1e9)}`);
  }
}

async function moveOnce(random: SeededRandom, payment: Payment, key: string): Promise<void> {
  const sql = asSeed();
  const at = sql`now() - make_interval(mins => ${random.whole(0, 400 * 1440)})`;
  const move = (kind: string, amount: number, reference: string) => sql`
    insert into payment_transactions (payment_id, order_id, kind, amount, provider_reference, at)
    values (${payment.id}, ${payment.order_id}, ${kind}, ${amount}, ${reference}, ${at})`;
  const what = random.next();
  if (what < 0.15) {
    const amount = random.whole(1, payment.available);
    await move("chargeback", amount, `dispute:${key}`);
    if (random.next() < 0.5) await move("refund_reversed", amount, `dispute:${key}`);
    return;
  }
  if (what < 0.25) {
    await sql`
      update orders set status = 'canceled', closed_at = ${at}
      where id = ${payment.order_id} and status = 'placed'`;
    return;
  }
  const parts = { goods: 0, shipping: 0, goodwill: 0 };
  const line = what < 0.65 ? await pieceOf(random, payment) : undefined;
  if (line) parts.goods = line.amount;
  else if (what < 0.8 && payment.shipping_left > 0) {
    parts.shipping = Math.min(payment.available, random.whole(1, payment.shipping_left));
  } else parts.goodwill = random.whole(1, 1000);
  const amount = parts.goods + parts.shipping + parts.goodwill;
  if (amount === 0) return;
  const reference = `refund:${key}`;
  await sql.begin(async (tx) => {
    const [refund] = await tx<{ id: string }[]>`
      insert into refunds ${tx({ order_id: payment.order_id, payment_id: payment.id, amount, reason: "goodwill", key, ...parts })}
      returning id`;
    if (line) {
      await tx`
        insert into refund_lines (refund_id, order_line_id, quantity, amount)
        values (${refund?.id ?? ""}, ${line.id}, ${line.quantity}, ${line.amount})`;
    }
    await tx`update refunds set provider_reference = ${reference} where id = ${refund?.id ?? ""}`;
  });
  // A refund that was requested but not sent.
  if (random.next() < 0.1) return;
  await move("refund", amount, reference);
  if (random.next() < 0.15) {
    await move("refund_reversed", amount, reference);
    await sql`
      update refunds set status = 'failed', provider_reference = null
      where payment_id = ${payment.id} and provider_reference = ${reference}`;
  }
}

/** A random number of a line's pieces that are not refunded yet, with their price. */
async function pieceOf(random: SeededRandom, payment: Payment) {
  const [line] = await asSeed()<{ id: string; unit_totals: number[]; before: number }[]>`
    select * from (
      select l.id, l.unit_totals, l.position, coalesce((
        select sum(r.quantity) from refund_lines r where r.order_line_id = l.id), 0)::int as before
      from order_lines l where l.order_id = ${payment.order_id}) l
    where l.before < cardinality(l.unit_totals) order by l.position limit 1`;
  if (!line) return undefined;
  const quantity = random.whole(1, line.unit_totals.length - line.before);
  const amount = line.unit_totals
    .slice(line.before, line.before + quantity)
    .reduce((sum, unit) => sum + unit, 0);
  return amount > 0 && amount <= payment.available ? { id: line.id, quantity, amount } : undefined;
}
