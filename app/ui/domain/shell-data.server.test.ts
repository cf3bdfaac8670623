import { afterAll, beforeAll, expect, test } from "vitest";
import { readingShared, SharedRead } from "#db/shared-read.server.ts";
import { startCatalogueCache } from "#shop/kernel/cache.server.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { shellData } from "./shell-data.server.ts";

testDatabase({ demo: true });
let stop = async () => {};
beforeAll(async () => {
  stop = await startCatalogueCache();
});
afterAll(() => stop());

test("the frame of a page depends on no product, so that a change of one leaves other pages stored", async () => {
  const read = new SharedRead();
  const { categories } = await readingShared(read, () => shellData(new URL("http://shop.test/")));
  expect(categories.length).toBeGreaterThan(3);
  expect(read.tags).toEqual(new Set());
});
