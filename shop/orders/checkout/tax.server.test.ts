import { beforeAll, expect, test } from "vitest";
import { taxIncluded } from "#shop/kernel/tax.ts";
import { quoteCart } from "#shop/orders/cart/quote-cart.server.ts";
import {
  demoPerson,
  openTestProviders,
  orderInput,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { placeOrder } from "./place-order.server.ts";
import { quoteCheckout } from "./quote-checkout.server.ts";

testDatabase({ demo: true });
beforeAll(openTestProviders);
const customer = demoPerson("customer@etalase.test");

/** Two products of two tax classes, both in one cart. */
async function twoClasses() {
  const sql = asSeed();
  const rows = await sql<{ id: string; product_id: string; price: number }[]>`
    select distinct on (v.product_id) v.id, v.product_id, v.price
    from product_variants v join stock_items s on s.variant_id = v.id join products p on p.id = v.product_id
    where s.available > 10 and p.status = 'published' and not v.archived order by v.product_id, v.id limit 2`;
  const [plain, dear] = rows;
  if (!plain || !dear) throw new Error("the demo shop has no two products");
  await sql`update products set tax_class = 'luxury' where id = ${dear.product_id}`;
  return { plain, dear, lines: rows.map(({ id }) => ({ variant_id: id, quantity: 1 })) };
}

test("an order stores the tax of each line by its class and date, and of delivery by its own", async () => {
  const { plain, dear, lines } = await twoClasses();
  const input = await orderInput(customer, { lines });
  const placed = await placeOrder(customer, input, { idempotencyKey: "tax", language: "id" });
  if (!placed.ok) throw new Error(JSON.stringify(placed.problem));
  const rows = await asSeed()<
    { tax_class: string; tax_included: number; rate: number; tax_base: number }[]
  >`
    select tax_class, tax_included, tax_rate_basis_points as rate, tax_base from order_lines
    where order_id = ${placed.value.order.id} order by position`;
  const tax = (price: number, part: number, whole: number) => Math.round((price * part) / whole);
  const ordinary = tax(plain.price, 11, 111);
  const luxury = tax(dear.price, 12, 112);
  expect(rows).toEqual([
    {
      tax_class: "goods",
      tax_included: ordinary,
      rate: 1_200,
      tax_base: Math.round(ordinary / 0.12),
    },
    { tax_class: "luxury", tax_included: luxury, rate: 1_200, tax_base: Math.round(luxury / 0.12) },
  ]);
  const [order] = await asSeed()<
    { shipping: number; shipping_tax: number; tax_included: number }[]
  >`
    select shipping, shipping_tax, tax_included from orders where id = ${placed.value.order.id}`;
  expect(order?.shipping_tax).toBe(tax(order?.shipping ?? 0, 11, 111));
  expect(order?.tax_included).toBe(ordinary + luxury + (order?.shipping_tax ?? 0));
  expect(await findBreaches()).toEqual([]);
});

test("the cash-on-delivery fee includes PPN as delivery does, and both go with another payment method", async () => {
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(customer, { lines, payment_method: "cod:cash" });
  const quote = await quoteCheckout({ actor: customer }, input, "id");
  const plain = await quoteCheckout(
    { actor: customer },
    { ...input, payment_method: "builtin:qris" },
    "id",
  );
  const inFee = Math.round((quote.payment_fee * 11) / 111);
  expect(quote.payment_fee).toBeGreaterThan(0);
  expect(quote.tax_included).toBe(plain.tax_included + inFee);

  const taxesOf = async (method: string) => {
    const asked = await orderInput(customer, { lines, payment_method: method });
    const placed = await placeOrder(customer, asked, { idempotencyKey: method, language: "id" });
    if (!placed.ok) throw new Error(JSON.stringify(placed.problem));
    const { id } = placed.value.order;
    const read = async () =>
      (
        await asSeed()`
        select payment_fee_tax, tax_included from orders where id = ${id}`
      )[0];
    return { id, read };
  };
  const cash = await taxesOf("cod:cash");
  expect(await cash.read()).toEqual({ payment_fee_tax: inFee, tax_included: quote.tax_included });
  const transfer = await taxesOf("transfer:bank");
  expect(await transfer.read()).toEqual({ payment_fee_tax: 0, tax_included: plain.tax_included });

  // For any fee SQL and TypeScript compute the same tax.
  const table = { shipping: { rate_basis_points: 1200, base_numerator: 11, base_denominator: 12 } };
  for (const fee of [1, 5, 50, 51, 4_999, 5_000, 123_457, 999_999_999]) {
    const [row] = await asSeed()<{ tax: number }[]>`
      select private.tax_included(${fee}, 'shipping') as tax`;
    expect(row?.tax, String(fee)).toBe(taxIncluded(fee, "shipping", table));
  }
  expect(await findBreaches()).toEqual([]);
});

test("rule 6: a rate applies from its date, and a shop that may not charge PPN shows none", async () => {
  const { plain } = await twoClasses();
  const quote = () =>
    quoteCart({ actor: customer }, { lines: [{ variant_id: plain.id, quantity: 1 }] }, "id");
  const before = (await quote()).tax_included;
  const sql = asSeed();
  await sql`
    insert into tax_rates values ('goods', (now() at time zone 'Asia/Jakarta')::date + 1, 5000, 1, 1)`;
  expect((await quote()).tax_included).toBe(before);
  await sql`update tax_rates set valid_from = (now() at time zone 'Asia/Jakarta')::date where rate_basis_points = 5000`;
  expect((await quote()).tax_included).toBe(Math.round(plain.price / 3));
  await sql`update shop_settings set charges_ppn = false`;
  expect((await quote()).tax_included).toBe(0);
});
