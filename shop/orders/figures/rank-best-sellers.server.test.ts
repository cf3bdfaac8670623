import { expect, test } from "vitest";
import { homeProducts } from "#shop/catalogue/catalogue.server.ts";
import { listProducts } from "#shop/catalogue/list-products.server.ts";
import { readShopFilter } from "#shop/catalogue/shop-filter.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { countSold } from "./count-sold.server.ts";
import { rankBestSellers } from "./rank-best-sellers.server.ts";

testDatabase({ demo: true, max: 4 });

interface Ranked {
  readonly id: string;
  readonly slug: string;
  readonly best_seller_rank: number | null;
  readonly version: number;
}

const readProducts = () => asSeed()<Ranked[]>`
  select id, slug, best_seller_rank, version from products where status = 'published' and stock_band <> 'out' order by slug`;

/** @param days since the order was placed */
async function sell(id: string, pieces: number, days: number): Promise<void> {
  await asSeed()`
    insert into private.sold_changes (product_id, pieces, ordered_at)
    values (${id}, ${pieces}, now() - make_interval(days => ${days}))`;
}

test("what sold most lately ranks first, also on the shop's pages, and what was given back does not", async () => {
  await countSold();
  await asSeed()`delete from private.product_sold`;
  const products = await readProducts();
  const [old, lately, returned] = products;
  if (!old || !lately || !returned) throw new Error("the demo shop has too few products");
  const kept = products.map(({ best_seller_rank }) => best_seller_rank);
  expect(kept.some((rank) => rank !== null)).toBe(true);

  // Nothing was sold: the ranks that the shop was set up with stay.
  expect(await rankBestSellers()).toBe(0);
  expect((await readProducts()).map(({ best_seller_rank }) => best_seller_rank)).toEqual(kept);

  const [audited] = await asSeed()<{ rows: number }[]>`
    select count(*)::int as rows from audit_entries`;
  // Ten half-lives make 100 pieces less than one of today.
  await sell(old.id, 100, 300);
  await sell(lately.id, 5, 0);
  await sell(returned.id, 7, 40);
  await sell(returned.id, -7, 40);
  expect(await rankBestSellers()).toBeGreaterThan(0);
  const ranks = new Map((await readProducts()).map((product) => [product.id, product]));
  expect(ranks.get(lately.id)?.best_seller_rank).toBe(1);
  expect(ranks.get(old.id)?.best_seller_rank).toBe(2);
  expect(
    [...ranks.values()].filter(({ best_seller_rank }) => best_seller_rank !== null),
  ).toHaveLength(2);
  // Nobody who edits a product meanwhile is in the way, and the log has what people did.
  expect(ranks.get(lately.id)?.version).toBe(lately.version);
  expect(await asSeed()`select count(*)::int as rows from audit_entries`).toEqual([audited]);

  expect(await rankBestSellers()).toBe(0);
  const { products: list } = await listProducts(
    readShopFilter(new URLSearchParams({ sort: "popular" })),
    "id",
  );
  expect(list.slice(0, 2).map(({ slug }) => slug)).toEqual([lately.slug, old.slug]);
  await expect
    .poll(async () => (await homeProducts("id")).bestSellers.map(({ slug }) => slug))
    .toEqual([lately.slug, old.slug]);
});

test("what can be personalised has its place on the home page also where everything sells", async () => {
  await asSeed()`
    insert into private.sold_changes (product_id, pieces, ordered_at)
    select id, 3, now() from products where status = 'published'`;
  await rankBestSellers();
  await expect
    .poll(async () => {
      const { bestSellers, personalisable } = await homeProducts("id");
      const best = new Set(bestSellers.map(({ slug }) => slug));
      return {
        best: best.size,
        others: personalisable.filter(({ slug }) => !best.has(slug)).length,
      };
    })
    .toEqual({ best: 8, others: 4 });
});
