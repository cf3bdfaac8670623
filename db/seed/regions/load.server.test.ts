import { expect, test } from "vitest";
import { seed } from "#db/seed/seed.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

const database = testDatabase();

test("processes that start together on an empty database load the regions once", {
  timeout: 60_000,
}, async () => {
  await Promise.all(Array.from({ length: 3 }, () => seed(database.url(), "none")));
  const [row] = await asSeed()<{ count: number }[]>`select count(*)::int as count from regions`;
  expect(row?.count).toBeGreaterThan(90_000);
});
