import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/runner/database.ts";
import { readList } from "./read-list.server.ts";

testDatabase({ max: 1 });

test("a statement that takes too long is a filter that is too wide, and the connection stays usable", async () => {
  const found = await readList(async (sql) => sql`select pg_sleep(60)`, 50);
  expect(found).toEqual({ ok: false, problem: { code: "filter_too_wide" } });
  const next = await readList(async (sql) => [
    ...(await sql`select current_setting('statement_timeout') as timeout`),
  ]);
  expect(next).toEqual({ ok: true, value: [{ timeout: "5s" }] });
});
