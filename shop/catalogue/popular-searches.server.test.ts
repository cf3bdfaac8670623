import { beforeEach, expect, test } from "vitest";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { countSearch, popularSearches, purgeSearches } from "./popular-searches.server.ts";

testDatabase({ demo: true });
beforeEach(async () => {
  await asSeed()`delete from private.searched_words`;
});

let network = 0;
/** Sends a search from `times` different networks. */
async function search(q: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await countSearch(q, "id", `10.0.0.${network++}`);
}
const daysAgo = (days: number) =>
  asSeed()`update private.searched_words set day = day - ${days}::int`;
const stored = async () =>
  (
    await asSeed()<{ words: string; times: number }[]>`
    select words, times from private.searched_words order by words`
  ).map(({ words, times }) => `${words} ${times}`);

test("searches from many networks on several days are listed, most frequent first", async () => {
  for (const days of [1, 0]) {
    await search("Mug", 3);
    await search("  kaos ", 4);
    await search("tas", 6);
    await search("poster", 2);
    await daysAgo(days);
  }
  expect(await popularSearches("id")).toEqual(["tas", "kaos", "mug"]);
  expect(await popularSearches("en")).toEqual([]);
});

test("the list is empty below three popular searches, and searches of a single day do not count", async () => {
  await search("mug", 9);
  await search("kaos", 9);
  await search("tas", 9);
  expect(await popularSearches("id")).toEqual([]);
  await daysAgo(1);
  await search("mug", 1);
  await search("kaos", 1);
  expect(await popularSearches("id")).toEqual([]);
  await search("tas", 1);
  expect(await popularSearches("id")).toHaveLength(3);
});

test("only searches that match products are stored, so no names, numbers or addresses", async () => {
  await search("mug Siti Rahmawati", 1);
  await search("0812-3456-7890", 1);
  await search("siti@contoh.test", 1);
  await search("zzzqq", 1);
  await search("m", 1);
  expect(await stored()).toEqual([]);
  await search("mug", 1);
  expect(await stored()).toEqual(["mug 1"]);
});

test("the same search from one network counts once a day", async () => {
  for (let time = 0; time < 5; time++) await countSearch("mug", "id", "192.0.2.1");
  expect(await stored()).toEqual(["mug 1"]);
});

test("searches without matches any more are not listed, and old ones are deleted", async () => {
  for (const days of [1, 0]) {
    for (const word of ["mug", "kaos", "tas"]) await search(word, 3);
    await daysAgo(days);
  }
  await asSeed()`update private.searched_words set words = 'zzzqq' where words = 'tas'`;
  expect(await popularSearches("id")).toEqual([]);
  await daysAgo(29);
  await purgeSearches();
  expect(await stored()).toEqual(["kaos 3", "mug 3", "zzzqq 3"]);
});
