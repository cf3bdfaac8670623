import { beforeAll, expect, test } from "vitest";
import { dateNow } from "#base/clock.ts";
import { asShop } from "#db/client.server.ts";
import type { CartLine } from "#shop/orders/cart/cart.ts";
import { findDesignWait } from "#shop/orders/cart/first-approval.server.ts";
import { quoteCart } from "#shop/orders/cart/quote-cart.server.ts";
import { approveAsOrdered } from "#shop/production/customisations/proofs/review-design.server.ts";
import { orderDesign } from "#tests/support/builders/customisations.ts";
import { seenOf } from "#tests/support/builders/revisions.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { quoteCheckout } from "./quote-checkout.server.ts";

testDatabase({ demo: true });
beforeAll(async () => {
  await openTestProviders();
  await asSeed()`update shop_settings set max_pieces = 50`;
});
const buyer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");

async function orderedLine(order: string): Promise<CartLine & { status: string }> {
  const [line] = await asSeed()<
    { variant_id: string; design_id: string; quantity: number; status: string }[]
  >`
    select l.variant_id, c.version_id as design_id, l.quantity, c.status
    from customisations c join order_lines l on l.id = c.order_line_id where c.order_id = ${order}`;
  if (!line) throw new Error("no line");
  return line;
}

test.each([
  ["self", 1],
  ["self", 24],
  ["review", 1],
  ["proof", 1],
] as const)(
  "cart and checkout show whether a design waits for its approval: policy %s, %i pieces",
  async (policy, quantity) => {
    const [today] = await asSeed()<{ today: string }[]>`
    select (${dateNow()}::timestamptz at time zone 'Asia/Jakarta')::date::text as today`;
    const name = `${policy} ${quantity}`;
    const design = await orderDesign(buyer, policy, { name, quantity });
    const { status, ...line } = await orderedLine(design.order_id);
    // To somebody who approved nothing before, the checkout says what the order then did.
    const { quote } = await quoteOf(line);
    const waits = await findDesignWait(asShop(), quote, null, dateNow());
    expect(waits).toBe(status === "approved" ? null : today?.today);

    // The same print waits until it was approved once.
    expect((await quoteOf(line)).from).toBe(waits);
    const cart = await quoteCart({ actor: buyer }, { lines: [line] }, "id");
    expect(cart.design_wait_from).toBe(waits);
    if (status !== "approved" && policy !== "proof") {
      expect(await approveAsOrdered(staff, await seenOf(design.id))).toMatchObject({ ok: true });
      expect((await quoteOf(line)).from).toBeNull();
    }
  },
);

async function quoteOf(line: CartLine) {
  const { lines, design_wait_from } = await quoteCheckout(
    { actor: buyer },
    { lines: [line] },
    "id",
  );
  expect(lines).toHaveLength(1);
  return { quote: lines, from: design_wait_from };
}
