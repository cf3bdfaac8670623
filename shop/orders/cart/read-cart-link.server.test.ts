import { expect, test } from "vitest";
import { setStock } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { readCartLink } from "./read-cart-link.server.ts";

testDatabase({ demo: true });

/** Variants of published products that need no design, one of each product. */
async function plainVariants(count: number) {
  return asSeed()<{ id: string; sku: string; product_id: string; price: number }[]>`
    select distinct on (p.id) v.id, v.sku, p.id as product_id, v.price from product_variants v
    join products p on p.id = v.product_id join stock_items i on i.variant_id = v.id
    where p.status = 'published' and not v.archived and not (p.takes_designs and p.print_required) and i.available >= 5
    order by p.id, v.sku limit ${count}`;
}

test("a link offers its goods in its order and at today's prices, and ignores the case of SKUs", async () => {
  const [one, two] = await plainVariants(2);
  if (!one || !two) throw new Error("too few variants");
  const items = `${two.sku.toLowerCase()}:2,${one.sku}`;
  const { offered, refused } = await readCartLink(items, "id");
  expect(offered.map(({ variant_id, quantity }) => [variant_id, quantity])).toEqual([
    [two.id, 2],
    [one.id, 1],
  ]);
  expect(offered.every(({ unit_price, name }) => unit_price > 0 && name !== "")).toBe(true);
  expect(refused).toEqual([]);
});

test("unknown, unpublished, archived, sold-out and too few goods are refused; fewer pieces are offered where fewer exist", async () => {
  const variants = await plainVariants(6);
  const [hidden, archived, gone, few, least, fine] = variants;
  if (!hidden || !archived || !gone || !few || !least || !fine) throw new Error("too few variants");
  const sql = asSeed();
  await sql`update products set status = 'draft' where id = ${hidden.product_id}`;
  await sql`update product_variants set archived = true where id = ${archived.id}`;
  await setStock(gone.id, 0);
  await setStock(few.id, 3);
  await sql`update product_variants set min_pieces = 5 where id = ${least.id}`;
  const items = ["TIDAK-ADA", ...variants.map(({ sku }) => `${sku}:4`), "x:0", "' or 1=1 --"];
  const { offered, refused } = await readCartLink(items.join(","), "id");
  expect(offered.map(({ variant_id, quantity, asked }) => [variant_id, quantity, asked])).toEqual([
    [few.id, 3, 4],
    [fine.id, 4, null],
  ]);
  expect(refused.map(({ reason }) => reason)).toEqual([
    "unknown",
    "unknown",
    "unknown",
    "sold_out",
    "too_few",
    "unknown",
    "unknown",
  ]);
  // An unpublished product is reported like one that does not exist.
  expect(refused[1]).toMatchObject({ label: hidden.sku, product_slug: null });
});

test("goods that are sold only with a print need a design", async () => {
  const [printed] = await asSeed()<{ sku: string }[]>`
    select v.sku from product_variants v join products p on p.id = v.product_id
    where p.takes_designs and p.status = 'published' and not v.archived limit 1`;
  await asSeed()`
    update products set print_required = true
    where id = (select product_id from product_variants where sku = ${printed?.sku ?? ""})`;
  const { offered, refused } = await readCartLink(printed?.sku ?? "", "en");
  expect(offered).toEqual([]);
  expect(refused).toMatchObject([{ reason: "needs_design", product_slug: expect.any(String) }]);
});
