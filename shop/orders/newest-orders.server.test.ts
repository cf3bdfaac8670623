import { expect, test } from "vitest";
import { inTransaction } from "#db/client.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase({ demo: true });

test.each(["orders", "returns", "enquiries"])(
  "the index of the newest %s finds the page after a row without sorting",
  async (table) => {
    const plan = await inTransaction(async (sql) => {
      await sql`set local enable_seqscan = off`;
      await sql`set local enable_bitmapscan = off`;
      const lines = await sql<{ "QUERY PLAN": string }[]>`
        explain (costs off) select id from ${sql(table)}
        where (created_at, id) < (now(), ${crypto.randomUUID()})
        order by created_at desc, id desc limit 20`;
      return lines.map((line) => line["QUERY PLAN"]).join("\n");
    });
    expect(plan).toContain(`using ${table}_newest`);
    expect(plan).toMatch(/Index Cond: \(ROW\(created_at, id\) < ROW\(/);
    expect(plan).not.toContain("Sort");
  },
);

test("keyset pages contain every order once, in the list's order", async () => {
  const sql = asSeed();
  const all = await sql<{ id: string }[]>`select id from orders order by created_at desc, id desc`;
  const paged: string[] = [];
  for (;;) {
    const last = paged.at(-1) ?? null;
    const rows = await sql<{ id: string }[]>`
      select id from orders
      where ${last}::uuid is null
        or (created_at, id) < (select created_at, id from orders where id = ${last}::uuid)
      order by created_at desc, id desc limit 7`;
    if (rows.length === 0) break;
    paged.push(...rows.map(({ id }) => id));
  }
  expect(all.length).toBeGreaterThan(20);
  expect(paged).toEqual(all.map(({ id }) => id));
});
