import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "#integrations/search/meilisearch.ts";
import {
  type MeilisearchDouble,
  startMeilisearchDouble,
} from "#tests/support/doubles/meilisearch-double.ts";
import { conformsToCatalogueIndex } from "#tests/support/oracles/catalogue-index.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { catalogueChanges, startCatalogueCache } from "../cache.server.ts";
import type { CatalogueIndex } from "../catalogue-index.ts";
import { postgresIndex } from "../index/postgres-index.server.ts";
import { readShopFilter } from "../shop-filter.ts";
import { createEngineIndex } from "./engine-index.server.ts";
import { checkEngine, feedEngine, forgetEngine } from "./feed-engine.server.ts";

testDatabase({ demo: true });
let double: MeilisearchDouble;
let index: CatalogueIndex;
/** What the driver takes for the time, in milliseconds. */
let time = 0;

beforeAll(async () => {
  double = await startMeilisearchDouble();
  index = createEngineIndex(openEngine(double), settings(), postgresIndex, () => time);
  await index.rebuild();
});
afterAll(() => double.close());

const settings = () => ({ url: double.url, key: double.key, index: "toko" });
const feedAll = async () => {
  while (await feedEngine(openEngine(double), settings()));
};
const find = (query: string) => index.find(readShopFilter(new URLSearchParams(query)), "id");
const documents = () => [...double.indexes.values()][0]?.documents ?? new Map();
/** Searches that reached the engine during some work. */
async function searches(work: () => Promise<unknown>): Promise<number> {
  const before = double.asked.length;
  await work();
  return double.asked.slice(before).filter((one) => one === "POST /multi-search").length;
}

conformsToCatalogueIndex("Meilisearch as documented", () => index);

describe("beside the shop", () => {
  test("searches and suggestions are the engine's, lists without words are not", async () => {
    expect(await searches(() => find("q=kaos&colour=putih"))).toBe(1);
    expect(await searches(() => index.suggest("kaos", 6))).toBe(1);
    expect(await searches(() => find("colour=putih"))).toBe(0);
    expect(await searches(() => find("q=kaos&category=tidak-ada"))).toBe(0);
  });

  test("the engine has each public product, and follows every change by the notes of its commit", async () => {
    const ids = async () =>
      (
        await asSeed()<{ id: string }[]>`
          select id from products where status = 'published' and published_at is not null order by id`
      ).map(({ id }) => id);
    expect([...documents().keys()].sort()).toEqual(await ids());
    const [one, other, third] = await ids();
    await asSeed()`update products set name = '{"id": "Zwrqx Baru", "en": ""}' where id = ${one ?? null}`;
    await asSeed()`update products set status = 'draft' where id = ${other ?? null}`;
    await asSeed()`update product_variants set price = 987000, was_price = null where product_id = ${third ?? null}`;
    await feedAll();
    expect([...documents().keys()].sort()).toEqual(await ids());
    expect(documents().get(third ?? "")).toMatchObject({ price_from: 987_000 });
    expect((await find("q=zwrqx")).ids).toEqual([one]);
    expect(await asSeed()`select from private.engine_changes`).toEqual([]);
  });

  test("a list that was kept before the engine followed a change is read anew after it", async () => {
    const stop = await startCatalogueCache();
    try {
      const told: unknown[] = [];
      await asSeed()`
        update products set name = '{"id": "Jvkxx", "en": ""}' where id = (
          select id from products where status = 'published' order by id desc limit 1)`;
      catalogueChanges.noteWrite();
      await catalogueChanges.ask();
      const unsubscribe = catalogueChanges.subscribe((changed) => told.push(changed));
      await feedAll();
      catalogueChanges.noteWrite();
      await catalogueChanges.ask();
      unsubscribe();
      expect(told).toHaveLength(1);
    } finally {
      await stop();
    }
  });

  test("a change that the engine did not confirm is sent again", async () => {
    const [one] = await asSeed()<{ id: string }[]>`
      update products set name = '{"id": "Qvmzz", "en": ""}' where id = (
        select id from products where status = 'published' order by id desc limit 1) returning id`;
    double.broken = "fails";
    await expect(feedEngine(openEngine(double), settings())).rejects.toThrow("503");
    double.broken = undefined;
    await feedAll();
    expect((await find("q=qvmzz")).ids).toEqual([one?.id]);
  });

  test("an engine that hangs, fails or refuses the key is left alone for a while, and the shop answers", async () => {
    const wanted = await postgresIndex.find(readShopFilter(new URLSearchParams("q=kaos")), "id");
    for (const broken of ["hangs", "fails"] as const) {
      double.broken = broken;
      expect(await searches(async () => expect(await find("q=kaos")).toEqual(wanted))).toBe(1);
      expect(await searches(async () => expect(await find("q=kaos")).toEqual(wanted))).toBe(0);
      expect(await index.suggest("kaos", 6)).toHaveLength(6);
      double.broken = undefined;
      time += 10_000;
      expect(await searches(() => find("q=kaos"))).toBe(1);
    }
    const refused = createEngineIndex(
      openEngine({ ...settings(), key: "wrong" }),
      settings(),
      postgresIndex,
    );
    expect(await refused.find(readShopFilter(new URLSearchParams("q=kaos")), "id")).toEqual(wanted);
  });

  test("a new index is filled beside the old one, which answers until then and is deleted", async () => {
    const [old] = double.indexes.keys();
    await asSeed()`update private.engine_indexes set fingerprint = 'of an earlier release'`;
    await feedEngine(openEngine(double), settings());
    expect(double.indexes.size).toBe(2);
    expect(await searches(() => find("q=kaos"))).toBe(1);
    await feedAll();
    expect([...double.indexes.keys()]).not.toContain(old);
    expect(double.indexes.size).toBe(1);
    expect((await find("q=kaos")).ids.length).toBeGreaterThan(3);
  });

  test("an engine that lost its data is filled again by itself", async () => {
    double.indexes.clear();
    expect((await find("q=kaos")).ids.length).toBeGreaterThan(3);
    time += 10_000;
    await checkEngine(openEngine(double), settings());
    await feedAll();
    expect(documents().size).toBeGreaterThan(40);
    expect(await searches(() => find("q=kaos"))).toBe(1);
  });

  test("two processes do not follow at once, and a shop without an engine notes nothing", async () => {
    await asSeed()`update private.engine_lease set held_until = now() + interval '1 minute'`;
    expect(await feedEngine(openEngine(double), settings())).toBe(false);
    await asSeed()`update private.engine_lease set held_until = now() - interval '1 second'`;
    await forgetEngine();
    await asSeed()`update products set name = name || '{"en": "Other"}' where status = 'published'`;
    expect(await asSeed()`select from private.engine_changes`).toEqual([]);
    expect(await searches(() => find("q=kaos"))).toBe(0);
  });
});
