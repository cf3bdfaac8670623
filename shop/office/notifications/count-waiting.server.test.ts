import { expect, test } from "vitest";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { countWaiting, maxWaiting, waitingQuery } from "./count-waiting.server.ts";

testDatabase({ demo: true });

const admin = demoPerson("admin@etalase.test");

test("counts what waits, only on the pages that the person may read, and stops at 100", async () => {
  const sql = asSeed();
  const before = await countWaiting(admin);
  await sql`
    insert into private.outbox (kind, recipient, text, status)
    select 'email', 'a@contoh.test', '', case when n % 2 = 0 then 'parked' else 'sent' end
    from generate_series(1, 5000) n`;
  await sql`
    insert into enquiries (topic, name, email, message, language, idempotency_key, request_hash, status)
    select 'other', 'A', 'a@contoh.test', 'Halo', 'id', 'tunggu-' || n, '', case when n <= 3 then 'new' else 'closed' end
    from generate_series(1, 3000) n`;
  const [orders] = await sql<{ n: number }[]>`
    select least(count(*), 100)::int as n from orders where status = 'placed' and fulfilment_status = 'unfulfilled'`;
  expect(await countWaiting(admin)).toEqual({
    ...before,
    ...(orders?.n ? { orders: orders.n } : {}),
    mails: maxWaiting,
    enquiries: (before.enquiries ?? 0) + 3,
  });
  expect(await countWaiting({ ...admin, permissions: ["enquiries.read"] })).toEqual({
    enquiries: (before.enquiries ?? 0) + 3,
  });
  expect(await countWaiting({ ...admin, permissions: [] })).toEqual({});
  expect(await countWaiting(demoPerson("customer@etalase.test"))).toEqual({});
});

test("returns that arrived and approved claims count until they are settled", async () => {
  const sql = asSeed();
  const count = async () => (await countWaiting(admin)).returns ?? 0;
  const before = await count();
  await sql`
    insert into returns (order_id, kind, status, reason, key)
    select (select id from orders limit 1), kind, status, 'other', concat_ws('-', 'hitung', kind, status)
    from (values ('return', 'approved'), ('return', 'received'), ('return', 'refunded'), ('claim', 'approved'),
      ('claim', 'resolved')) as wanted (kind, status)`;
  expect(await count()).toBe(before + 2);
});

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

test("each count reads a few rows of an index", async () => {
  const sql = asSeed();
  await sql`
    insert into returns (order_id, kind, status, reason, key)
    select (select id from orders limit 1), 'return', 'closed', 'other', 'tunggu-' || n from generate_series(1, 3000) n`;
  await sql.unsafe(
    "analyze orders, payments, payment_tasks, refund_requests, returns, enquiries, private.outbox, private.undelivered_order_mails",
  );
  const pages = ["orders", "paymentWork", "returns", "enquiries", "mails"] as const;
  const [explained] = await sql.begin(async (tx) => {
    // Tables of this test are small: a sequential scan would be cheap and say nothing.
    await tx`set local enable_seqscan = off`;
    await tx`set local enable_bitmapscan = off`;
    return waitingQuery(tx, admin.id, pages, tx`explain (analyze, format json)`);
  });
  const scans: Plan[] = [];
  const walk = (plan: Plan) => {
    if (plan["Relation Name"]) scans.push(plan);
    for (const child of plan.Plans ?? []) walk(child);
  };
  walk((explained as unknown as { "QUERY PLAN": [{ Plan: Plan }] })["QUERY PLAN"][0].Plan);
  const indexes = scans
    .filter((scan) => scan["Relation Name"] !== "payment_receipts")
    .map((scan) => [scan["Relation Name"], scan["Node Type"], scan["Index Name"]]);
  expect(indexes.map(([table]) => table).sort()).toEqual(
    [
      "enquiries",
      "orders",
      "outbox",
      "payment_tasks",
      "payments",
      "refund_requests",
      "returns",
      "undelivered_order_mails",
    ].sort(),
  );
  for (const [table, node] of indexes)
    expect([table, node]).toEqual([table, expect.stringMatching(/Index/)]);
  for (const scan of scans) {
    expect(scan["Actual Rows"] + (scan["Rows Removed by Filter"] ?? 0)).toBeLessThanOrEqual(1_001);
  }
});
