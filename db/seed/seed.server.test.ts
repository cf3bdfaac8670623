import { expect, test } from "vitest";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase({ demo: true });

async function count(query: string): Promise<number> {
  const [row] = await asSeed().unsafe<{ count: number }[]>(
    `select count(*)::int as count from ${query}`,
  );
  return row?.count ?? 0;
}

test("the demo shop is as large as it says", async () => {
  expect(await count("products")).toBeGreaterThanOrEqual(48);
  expect(await count("products where status = 'draft'")).toBe(0);
  expect(await count("products where takes_designs")).toBe(8);
  expect(await count("products where status = 'published'")).toBeGreaterThanOrEqual(44);
  expect(await count("categories")).toBe(8);
  expect(await count("product_variants")).toBeGreaterThanOrEqual(150);
  expect(await count("stock_items where available = 0")).toBeGreaterThan(0);
  expect(await count("stock_items where available between 1 and 5")).toBeGreaterThan(0);
  expect(await count("product_variants where was_price is not null")).toBeGreaterThan(0);
  expect(await count("shipping_methods")).toBe(6);
  expect(await count("promo_codes")).toBe(5);
  expect(await count("orders")).toBe(400);
  expect(await count("regions")).toBe(91_599);
  expect(await count("regions where length(code) = 10")).toBe(83_762);
});

test("a year of orders follows every rule of the shop", async () => {
  expect(await findBreaches()).toEqual([]);
  expect(await count("orders where created_at < now() - interval '300 days'")).toBeGreaterThan(0);
});

test("a discount names its promotion and stays within that promotion's limit", async () => {
  const given = "coalesce((select sum(p.discount) from order_promos p where p.order_id = o.id), 0)";
  expect(await count("orders o where o.discount > 0")).toBeGreaterThan(10);
  expect(await count(`orders o where o.discount + o.shipping_discount <> ${given}`)).toBe(0);
  expect(
    await count(
      "order_promos g join promotions p on p.id = g.promotion_id where g.discount > p.max_discount",
    ),
  ).toBe(0);
});

test("snapshots in orders are JSON objects, not text", async () => {
  expect(await count("orders where jsonb_typeof(address) <> 'object'")).toBe(0);
  expect(await count("order_lines where jsonb_typeof(picture) <> 'object'")).toBe(0);
  expect(await count("order_events where jsonb_typeof(details) <> 'object'")).toBe(0);
});

test("demo customers can sign in only where a password was set", async () => {
  expect(await count("auth.users where encrypted_password is not null")).toBe(3);
});
