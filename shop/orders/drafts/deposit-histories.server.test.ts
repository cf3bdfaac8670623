import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { SeededRandom } from "#db/seed/deterministic.ts";
import type { Person } from "#shop/kernel/access.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { expireOrder } from "#shop/orders/fulfilment/expire-order.server.ts";
import { packOrder } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { findPayLink, makePayLink } from "#shop/orders/make-pay-link.server.ts";
import { receiveMoney } from "#shop/orders/payments/at-counter/receive-money.server.ts";
import { payByLink } from "#shop/orders/payments/by-link/pay-by-link.server.ts";
import { confirmReceipt } from "#shop/orders/payments/settlement/confirm-receipt.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { refundOrder } from "#shop/orders/refunds/refund-order.server.ts";
import { makeStaff } from "#tests/support/builders/limits.ts";
import { giveMoneyBack } from "#tests/support/builders/orders.ts";
import {
  openTestProviders,
  payWith,
  provenAdmin,
  setStock,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { isWholeRun } from "#tests/support/runner/whole-run.ts";
import type { DraftForm } from "./draft.ts";
import { orderDraft } from "./order-draft.server.ts";
import { quoteDraft } from "./quote-draft.server.ts";
import { saveDraft } from "./save-draft.server.ts";

testDatabase({ demo: true, max: 12 });

const network = "203.0.113.31";
const seed = Number(process.env.DEPOSIT_SEED ?? 20_261_201);
const histories = isWholeRun ? 150 : 12;
const steps = 14;

let seller: Person;
let admin: Person;
let variant = "";

beforeAll(async () => {
  openTestProviders();
  seller = await makeStaff("penjual-sejarah", "manager");
  admin = await provenAdmin();
  variant = await variantInStock();
  await setStock(variant, 5_000);
  await asSeed()`
    insert into bank_accounts (bank, number, holder) values ('BCA', '1234567890', 'Toko') on conflict do nothing`;
});

const form = (price: number): DraftForm => ({
  source: "counter",
  buyer: { name: "", phone: "", email: "", account_id: null },
  lines: [
    { kind: "variant", variant_id: variant, label: "Barang", quantity: "3", price: String(price) },
    {
      kind: "custom",
      name: "Ongkos",
      quantity: "2",
      price: "7001",
      weight_grams: "",
      tax_class: "goods",
    },
  ],
  promo_codes: [],
  discount: null,
  is_pickup: true,
  address: null,
  shipping_method_id: null,
  shipping_price: null,
  note: "",
  staff_note: "",
});

async function ordered(random: SeededRandom): Promise<string> {
  const id = randomUUID();
  const wanted = form(random.whole(40_000, 90_000));
  await saveDraft(seller, id, 0, wanted);
  const quote = await quoteDraft(seller, wanted, "id");
  if (!quote.ok) throw new Error(quote.problem.code);
  const made = await orderDraft(seller, id, {
    revision: 1,
    finish: "link",
    expected_total: quote.value.total,
    hold_hours: 24,
    deposit_percent: random.whole(10, 90),
  });
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  return made.value.order_id;
}

interface Attempt {
  readonly id: string;
  readonly amount: number;
  readonly provider: string;
}

const attemptsOf = (id: string) =>
  asSeed()<Attempt[]>`
    select id, amount, provider from payments where order_id = ${id} and provider_payment_id is not null order by created_at`;

/** The acts of a history. An act may be refused, but it must not break an invariant. */
const acts: Readonly<
  Record<string, (id: string, token: string, random: SeededRandom) => Promise<unknown>>
> = {
  open: (_, token, random) =>
    payByLink(token, network, random.pick(["builtin:card", "builtin:card", "transfer:bank"])),
  async pay(id, _, random) {
    const cards = (await attemptsOf(id)).filter(({ provider }) => provider === "builtin");
    if (cards.length > 0) await payWith(random.pick(cards).id);
  },
  async settle(id, _, random) {
    const attempts = await attemptsOf(id);
    if (attempts.length > 0) await settlePayment(random.pick(attempts).id);
  },
  async transfer(id) {
    const sent = (await attemptsOf(id)).filter(({ provider }) => provider === "transfer").at(-1);
    if (sent) await confirmReceipt(admin, { payment_id: sent.id, amount: sent.amount, note: "" });
  },
  async cash(order_id) {
    const [due] = await asSeed()<{ due: number; paid: number }[]>`
      select private.amount_due(id) as due, paid_total as paid from orders where id = ${order_id}`;
    if (due && due.due > 0) {
      await receiveMoney(admin, { order_id, method: "cash", amount: due.due, paid: due.paid });
    }
  },
  // Simulates a lost response: the attempt is canceled in the shop, but the buyer can still pay it at the provider.
  loseResponse: (id) => asSeed()`
    update payments set status = 'canceled' where order_id = ${id} and status = 'pending' and provider = 'builtin'`,
  async refund(order_id) {
    const [line] = await asSeed()<{ id: string }[]>`
      select id from order_lines where order_id = ${order_id} order by random() limit 1`;
    await refundOrder(admin, {
      order_id,
      key: randomUUID(),
      lines: [{ order_line_id: line?.id ?? "", quantity: 1 }],
      shipping: 0,
      fee: 0,
      goodwill: 0,
      channel: "bank_transfer",
      reason: "customer",
      note: "",
      restock: true,
      notify: false,
    });
  },
  moneyBack: (id) => giveMoneyBack(id),
  cancel: (id) => cancelOrder(admin, id, "customer"),
  async expire(id) {
    await asSeed()`update orders set expires_at = now() where id = ${id} and status = 'awaiting_payment'`;
    await expireOrder(id);
  },
  async pack(id) {
    const packed = await packOrder(admin, id);
    if (!packed.ok) return;
    const [kept] = await asSeed()<{ covers: boolean }[]>`
      select sum(b.available) >= o.total - (
          select coalesce(sum(r.amount - r.overpaid), 0) from refunds r where r.order_id = o.id) as covers
      from orders o join private.payment_balances b on b.order_id = o.id where o.id = ${id} group by o.id`;
    expect(kept).toEqual({ covers: true });
  },
};
/** Names of acts; a repeated name is chosen more often. */
const names = [
  "open",
  "open",
  "pay",
  "pay",
  "settle",
  "settle",
  "transfer",
  "cash",
  "loseResponse",
].concat(["refund", "moneyBack", "pack", "pack"]);
const rare = ["cancel", "expire"];

test(`random histories of deposits break no invariant (seed ${seed})`, {
  timeout: 1_200_000,
}, async () => {
  let placed = 0;
  let paid = 0;
  for (let run = 0; run < histories; run++) {
    const random = new SeededRandom(seed + run);
    const id = await ordered(random);
    await makePayLink(seller, id, false);
    const token = ((await findPayLink(seller, { id })) ?? "").split("/").at(-1) ?? "";
    const story: string[] = [];
    for (let step = 0; step < steps; step++) {
      const next = () => random.pick(random.next() < 0.06 ? rare : names);
      const together = random.next() < 0.4 ? [next(), next()] : [next()];
      story.push(together.join("+"));
      await Promise.all(together.map((name) => acts[name]?.(id, token, random)));
      expect(await findBreaches(), `seed ${seed + run}: ${story.join(", ")}`).toEqual([]);
    }
    for (const attempt of await attemptsOf(id)) await settlePayment(attempt.id);
    expect(await findBreaches(), `seed ${seed + run}: ${story.join(", ")}, end`).toEqual([]);
    const [order] = await asSeed()<{ status: string; payment_status: string }[]>`
      select status, payment_status from orders where id = ${id}`;
    if (order?.status === "placed") placed += 1;
    if (order?.payment_status === "paid") paid += 1;
  }
  // The sales figures equal the ledgers.
  while ((await asSeed()<{ taken: number }[]>`select private.follow_sales() as taken`)[0]?.taken);
  const differences = await asSeed()`
    select * from private.find_sales_differences(current_date - 400, current_date + 2)`;
  expect(differences).toEqual([]);
  // At least one history places an order, and at least one pays it in full.
  expect(placed).toBeGreaterThan(0);
  expect(paid).toBeGreaterThan(0);
});
