import { expect, test } from "vitest";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { countShards, readShard, shardsOf } from "./list-addresses.server.ts";

testDatabase({ demo: true });

async function paths(shard: number, shards: number): Promise<string[]> {
  const found: string[] = [];
  for await (const pages of readShard(shard, shards)) found.push(...pages.map(({ path }) => path));
  return found;
}

test("shards have no more products than a sitemap may hold in two languages", () => {
  for (const products of [0, 1, 20_000, 20_001, 40_001, 1_000_000, 3_333_333]) {
    const shards = shardsOf(products);
    expect(products / shards, String(products)).toBeLessThanOrEqual(20_000);
    expect(Number.isInteger(Math.log2(shards))).toBe(true);
  }
  expect(shardsOf(20_000)).toBe(1);
  expect(shardsOf(1_000_000)).toBe(64);
});

test("every public product is in one shard, and no other product in any", async () => {
  const [hidden] = await asSeed()<{ slug: string }[]>`
    update products set status = 'draft' where id = (select id from products order by id limit 1) returning slug`;
  const [later] = await asSeed()<{ slug: string }[]>`
    update products set published_at = now() + interval '1 hour'
    where id = (select id from products where status = 'published' order by id limit 1) returning slug`;
  const products = await asSeed()<
    { slug: string }[]
  >`select slug from catalogue.products order by slug`;
  expect(await countShards()).toBe(1);
  for (const shards of [1, 2, 8]) {
    const all: string[] = [];
    for (let shard = 0; shard < shards; shard++) all.push(...(await paths(shard, shards)));
    expect(all.sort()).toEqual(products.map(({ slug }) => `/item/${slug}`));
  }
  expect(products.map(({ slug }) => slug)).not.toContain(hidden?.slug);
  expect(products.map(({ slug }) => slug)).not.toContain(later?.slug);
});
