import { beforeAll, expect, test } from "vitest";
import { findProduct } from "#shop/catalogue/find-product.server.ts";
import { listProducts } from "#shop/catalogue/list-products.server.ts";
import { readShopFilter } from "#shop/catalogue/shop-filter.ts";
import { refundOrder } from "#shop/orders/refunds/refund-order.server.ts";
import { giveMoneyBack, paidOrder, waitingOrder } from "#tests/support/builders/orders.ts";
import { demoPerson, openTestProviders, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { countSold } from "./count-sold.server.ts";

testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);

const buyer = demoPerson("customer@etalase.test");

/** Pieces of each product by its orders, the slow way. */
const byOrders = () => asSeed()`
  select l.product_id, sum(l.quantity - coalesce((
    select sum(quantity) from refund_lines r where r.order_line_id = l.id), 0))::int as pieces
  from order_lines l join orders o on o.id = l.order_id
  where o.payment_status in ('paid', 'overcharged', 'partially_refunded', 'refunded') and not l.is_gift
  group by l.product_id order by l.product_id`;
const counted = () =>
  asSeed()`select product_id, pieces::int from private.product_sold order by product_id`;

test("paid pieces count, refunded and unpaid ones do not, however the counting is interleaved", async () => {
  await countSold();
  const before = await byOrders();
  expect(await counted()).toEqual(before);

  await waitingOrder(buyer, "builtin:va_bca");
  const order = await paidOrder("terjual-satu", [3, 2]);
  await Promise.all([countSold(), paidOrder("terjual-dua", [1, 4]), countSold()]);
  await countSold();
  const paid = await byOrders();
  expect(paid).not.toEqual(before);
  expect(await counted()).toEqual(paid);

  const staff = await provenAdmin();
  const [line] = order.lines;
  const refunded = await refundOrder(staff, {
    order_id: order.id,
    key: crypto.randomUUID(),
    lines: [{ order_line_id: line?.id ?? "", quantity: 2 }],
    shipping: 0,
    fee: 0,
    goodwill: 0,
    channel: "original",
    reason: "customer",
    note: "",
    restock: true,
    notify: false,
  });
  expect(refunded.ok).toBe(true);
  await giveMoneyBack(order.id);
  await countSold();
  const left = await byOrders();
  expect(left).not.toEqual(paid);
  expect(await counted()).toEqual(left);
  expect(await asSeed()`select from private.sold_changes`).toEqual([]);
});

test.each([
  [9, null],
  [10, 10],
  [127, 120],
  [1_290, 1_200],
  [12_900, 12_000],
])("of %i pieces visitors see %s", async (pieces, shown) => {
  const [product] = await asSeed()<{ id: string; slug: string }[]>`
    select id, slug from products where status = 'published' order by slug limit 1`;
  if (!product) throw new Error("no product");
  await asSeed()`
    insert into private.sold_changes (product_id, ordered_at, pieces)
    select ${product.id}, now(), ${pieces} - coalesce((select pieces from private.product_sold where product_id = ${product.id}), 0)`;
  await countSold();
  // Cached answers about the product go with what is shown.
  await expect.poll(async () => (await findProduct(product.slug, "id"))?.sold).toBe(shown);
  const { products } = await listProducts(
    readShopFilter(new URLSearchParams({ q: product.slug.replaceAll("-", " ") })),
    "id",
  );
  expect(products.find(({ id }) => id === product.id)?.sold).toBe(shown);
});
