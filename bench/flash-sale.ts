import type { Person } from "#shop/kernel/access.ts";
import type { PlaceOrderInput } from "#shop/orders/checkout/checkout.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { SeededRandom, seedId } from "../db/seed/deterministic.ts";
import {
  demoPerson,
  openTestProviders,
  orderInput,
  payWith,
  setStock,
} from "../tests/support/builders/shop.ts";
import { findBreaches } from "../tests/support/oracles/invariants.ts";
import {
  copyTemplate,
  demoTemplateName,
  dropDatabase,
  openCluster,
} from "../tests/support/runner/cluster.ts";

/*
 * Checks the exact result of a flash sale: `node bench/flash-sale.ts [rounds=20] [seed=1] [buyers=1000]`; one JSON
 * line. A round: all buyers at once order one of ten pieces, beside other goods in any order; 200 try a code with one
 * use; one customer tries from twenty tabs a code that each customer may use twice; and every winner presses Pay
 * twice.
 */

const rounds = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? 1);
const size = Number(process.argv[4] ?? 1000);
const name = `flash_sale_${process.pid}`;
const pieces = 10;
const staff = demoPerson("staff@etalase.test");

interface Buyer {
  readonly person: Person;
  readonly addressId: string;
}

openTestProviders();
const cluster = await openCluster();
const began = performance.now();
const wrong: string[] = [];
const refusals: Record<string, number> = {};
let placed = 0;
let slowest = 0;

function expectEqual(what: string, is: unknown, should: unknown): void {
  if (JSON.stringify(is) !== JSON.stringify(should)) {
    wrong.push(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`);
  }
}

async function makeBuyers(): Promise<Buyer[]> {
  const buyers = Array.from({ length: size }, (_, n): Buyer => {
    const id = seedId(`flash:${n}`);
    const email = `pembeli-${n}@pelanggan.test`;
    const claims = { sub: id, role: "authenticated" };
    return {
      person: { kind: "person", id, role: "CUSTOMER", permissions: [], email, claims },
      addressId: seedId(`flash:address:${n}`),
    };
  });
  const ids = buyers.map(({ person }) => person.id);
  const addresses = buyers.map(({ addressId }) => addressId);
  await asSeed()`
    insert into auth.users (id, email, email_confirmed_at)
    select id, 'pembeli-' || n || '@pelanggan.test', now()
    from unnest(${ids}::uuid[]) with ordinality as people (id, n)`;
  await asSeed()`
    insert into addresses (id, customer_id, recipient, phone, region_code, postal_code, street)
    select address, id, 'Pembeli ' || n, '+62812' || lpad(n::text, 8, '0'), '3273191001', '40111', 'Jl. Braga 1'
    from unnest(${ids}::uuid[], ${addresses}::uuid[]) with ordinality as people (id, address, n)`;
  return buyers;
}

async function code(text: string, uses: number | null, each: number | null): Promise<string> {
  const id = seedId(`flash:${text}`);
  const sql = asSeed();
  await sql`
    insert into promotions (id, name, class, type, value, usage_limit, per_customer_limit, combines_with)
    values (${id}, ${sql.json({ id: text, en: text })}, 'order', 'fixed', 10000, ${uses}, ${each},
      array['product', 'order', 'shipping'])`;
  await sql`insert into promo_codes (promotion_id, code) values (${id}, ${text})`;
  return id;
}

/** All buyers place their orders at once, each with the same quote. */
async function rush(
  round: number,
  what: string,
  buyers: readonly Buyer[],
  inputs: readonly PlaceOrderInput[],
): Promise<{ won: { order: string; payment: string; buyer: Buyer }[]; lost: string[] }> {
  const won: { order: string; payment: string; buyer: Buyer }[] = [];
  const lost: string[] = [];
  await Promise.all(
    buyers.map(async (buyer, n) => {
      const input = {
        ...(inputs[n % inputs.length] as PlaceOrderInput),
        address_id: buyer.addressId,
      };
      const start = performance.now();
      const idempotencyKey = `${what}-${round}-${n}`;
      const answer = await placeOrder(buyer.person, input, { idempotencyKey, language: "id" });
      slowest = Math.max(slowest, performance.now() - start);
      if (answer.ok) {
        won.push({
          order: answer.value.order.id,
          payment: answer.value.payment?.id ?? "",
          buyer,
        });
      } else lost.push(answer.problem.code);
    }),
  );
  for (const problem of lost) refusals[problem] = (refusals[problem] ?? 0) + 1;
  placed += won.length;
  return { won, lost };
}

async function usesOf(promotion: string): Promise<number> {
  const [row] = await asSeed()<{ used: number }[]>`
    select used::int from promotions where id = ${promotion}`;
  return row?.used ?? -1;
}

/** Two clicks on Pay, the way back, a notification and a job, all at once: paid once. */
async function payTwice(order: string, payment: string): Promise<void> {
  await Promise.all([payWith(payment), payWith(payment)]);
  await Promise.all([1, 2, 3].map(() => settlePayment(payment)));
  const [row] = await asSeed()`
    select o.status, o.payment_status, (o.total - o.paid_total)::int as owed, (
      select count(*)::int from payment_transactions t where t.order_id = o.id) as movements, (
      select count(*)::int from private.outbox m where m.dedupe_key like ${`order:paid:${order}%`}) as mails
    from orders o where o.id = ${order}`;
  expectEqual(`order ${order}`, row, {
    status: "placed",
    payment_status: "paid",
    owed: 0,
    movements: 1,
    mails: 1,
  });
}

async function playRound(round: number, buyers: readonly Buyer[]): Promise<void> {
  const random = new SeededRandom(seed + round);
  const variants = await asSeed()<{ id: string }[]>`
    select distinct on (v.product_id) v.id from product_variants v join stock_items i on i.variant_id = v.id
    join products p on p.id = v.product_id
    where p.status = 'published' and not v.archived and i.safety = 0 and i.backorder_limit = 0
    order by v.product_id, v.position limit 3`;
  const [hot, ...others] = variants.map(({ id }) => id);
  if (!hot) throw new Error("the demo shop is empty");
  for (const variant of others) await setStock(variant, 50_000);
  await setStock(hot, pieces);
  const first = buyers[0] as Buyer;
  const cart = (lines: { variant_id: string; quantity: number }[], promo_codes?: string[]) =>
    orderInput(first.person, {
      lines,
      address_id: first.addressId,
      ...(promo_codes ? { promo_codes } : {}),
    });
  // The scarce variant is alone, first or last in the cart, so that orders request their locks in every order.
  const extra = others.map((variant_id) => ({ variant_id, quantity: random.whole(1, 3) }));
  const one = { variant_id: hot, quantity: 1 };
  const carts = await Promise.all([
    cart([one]),
    cart([one, ...extra]),
    cart([...extra.toReversed(), one]),
  ]);
  const sale = await rush(round, "sale", buyers, carts);
  expectEqual(`round ${round}: sold`, sale.won.length, pieces);
  const [stock] = await asSeed()`
    select available::int, held::int from stock_items where variant_id = ${hot}`;
  expectEqual(`round ${round}: left`, stock, { available: 0, held: pieces });
  const isSoldOut = (problem: string) => problem === "cart_problems" || problem === "out_of_stock";
  expectEqual(
    `round ${round}: told otherwise`,
    sale.lost.filter((p) => !isSoldOut(p)),
    [],
  );
  for (const { order, payment } of sale.won) await payTwice(order, payment);

  const other = { variant_id: others[0] ?? hot, quantity: 1 };
  const single = await code(`SEKALI${round}`, 1, null);
  const withCode = await cart([other], [`SEKALI${round}`]);
  const tries = await rush(round, "code", buyers.slice(0, 200), [withCode]);
  expectEqual(`round ${round}: code`, [tries.won.length, await usesOf(single)], [1, 1]);
  expectEqual(`round ${round}: code refused`, [...new Set(tries.lost)], ["promo_exhausted"]);

  const perHead = await code(`DUAKALI${round}`, null, 2);
  const inTabs = await cart([other], [`DUAKALI${round}`]);
  const tabs = await rush(round, "tabs", Array<Buyer>(20).fill(first), [inTabs]);
  expectEqual(`round ${round}: tabs`, [tabs.won.length, await usesOf(perHead)], [2, 2]);

  for (const { order } of [...tries.won, ...tabs.won]) await cancelOrder(staff, order, "staff");
  expectEqual(`round ${round}: released`, [await usesOf(single), await usesOf(perHead)], [0, 0]);
  expectEqual(`round ${round}: breaches`, await findBreaches(), []);
}

try {
  openConnections(await copyTemplate(cluster.url, demoTemplateName, name), { max: 24 });
  const buyers = await makeBuyers();
  for (let round = 1; round <= rounds; round++) await playRound(round, buyers);
} finally {
  await closeConnections();
  await dropDatabase(cluster.url, name);
  await cluster.close();
}
console.log(
  JSON.stringify({
    rounds,
    seed,
    buyers: size,
    placed,
    refusals,
    wrong,
    slowest_answer_ms: Math.round(slowest),
    seconds: Math.round((performance.now() - began) / 1000),
  }),
);
process.exitCode = wrong.length > 0 ? 1 : 0;
