import { expect, test } from "vitest";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { purgeUnfinished, runOnce, sha256 } from "./idempotency.server.ts";

testDatabase();

test("a request that a killed process began can be repeated at once at the next process", async () => {
  const body = { wish: "mug" };
  await asSeed()`
    insert into private.idempotency_keys (scope, function_name, key, body_hash, status, answer)
    values ('p', 'f', 'begun', ${sha256(JSON.stringify(body))}, null, null),
           ('p', 'f', 'done', ${sha256(JSON.stringify(body))}, 200, '"earlier"')`;
  await purgeUnfinished();
  const work = async () => ({ status: 200, body: "now" });
  const ask = (key: string) => runOnce({ scope: "p", name: "f", key, body }, work);
  const began = Date.now();
  expect(await ask("begun")).toEqual({ status: 200, body: "now", replayed: false });
  expect(await ask("done")).toEqual({ status: 200, body: "earlier", replayed: true });
  expect(Date.now() - began).toBeLessThan(5_000);
});
