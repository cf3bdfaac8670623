import { expect, test } from "vitest";
import { inTransaction } from "#db/client.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase({ demo: true });

test("the balances of an order are found by indexes, however many refunds the shop has", async () => {
  const [paid] = await asSeed()<{ id: string; order_id: string }[]>`
    select id, order_id from payments where status = 'settled' limit 1`;
  const plan = await inTransaction(async (sql) => {
    await sql`set local enable_seqscan = off`;
    return sql<{ "QUERY PLAN": string }[]>`
      explain select * from private.payment_balances where order_id = ${paid?.order_id ?? ""}`;
  });
  const lines = plan.map((row) => row["QUERY PLAN"]);
  expect(lines.join("\n")).toContain("Index");
  expect(lines.filter((line) => line.includes("Seq Scan"))).toEqual([]);
});
