import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import type { Permission } from "#shop/kernel/permissions.ts";
import { followSales } from "#shop/orders/figures/follow-sales.server.ts";
import { runTask } from "#shop/staff/tasks/run-task.server.ts";
import { readTaskFile } from "#shop/staff/tasks/task-files.server.ts";
import { testStore } from "#tests/support/builders/media.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  withProof,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { ledgersOf, ledgerTasks, startLedgerExport } from "./export-ledger.server.ts";
import { type LedgerName, ledgerNames } from "./ledger-exports.ts";

testDatabase({ demo: true, max: 4 });
testStore();
const admin = demoPerson("admin@etalase.test");
const kinds = new Map(ledgerTasks.map((kind) => [kind.kind, kind]));
const range = { from: "2026-09-01", until: "2026-10-31" };
const zone = "Asia/Jakarta";

beforeAll(async () => {
  openTestProviders();
  await followSales();
});

async function makeStaff(name: string, keys: readonly Permission[]): Promise<Person> {
  const { person } = await makeCustomer(name);
  await asSeed()`insert into staff_roles (id, name, permissions) values (${name}, ${name}, ${[...keys]})`;
  await asSeed()`update profiles set role = 'USER', staff_role = ${name} where id = ${person.id}`;
  return withProof({ ...person, role: "USER", permissions: keys });
}

async function exported(name: LedgerName): Promise<string[][]> {
  const id = randomUUID();
  expect(await startLedgerExport(admin, name, id, range)).toEqual({ ok: true, value: { id } });
  await startLedgerExport(admin, name, id, range);
  await runTask(kinds, id);
  const file = await readTaskFile(admin, id, ledgerTasks);
  if (!file) throw new Error("no file");
  const lines = (await text(file)).replace("\ufeff", "").split("\r\n").slice(0, -1);
  const [task] = await asSeed()<{ done: number }[]>`select done from staff_tasks where id = ${id}`;
  expect(task?.done).toBe(lines.length - 1);
  return lines.map((line) => line.split(";"));
}

const sumOf = (rows: string[][], column: string) => {
  const place = rows[0]?.indexOf(column) ?? -1;
  return rows.slice(1).reduce((sum, row) => sum + Number(row[place]), 0);
};

test("each export has each row of its period once, in the shop's time zone", async () => {
  const sql = asSeed();
  const within = (column: string) =>
    sql.unsafe(
      `(${column} at time zone '${zone}')::date between '${range.from}' and '${range.until}'`,
    );
  const orders = await exported("orders");
  const [of] = await sql<{ orders: number; total: number }[]>`
    select count(*)::int as orders, sum(total)::bigint as total from orders where ${within("placed_at")}`;
  expect([orders.length - 1, sumOf(orders, "total")]).toEqual([of?.orders, of?.total]);
  expect(of?.orders).toBeGreaterThan(10);
  const lines = await exported("lines");
  const [ofLines] = await sql<{ pieces: number }[]>`
    select sum(quantity)::int as pieces from order_lines l join orders o on o.id = l.order_id where ${within("placed_at")}`;
  expect(sumOf(lines, "quantity")).toBe(ofLines?.pieces);
  const payments = await exported("payments");
  const [ofPayments] = await sql<{ amount: number }[]>`
    select sum(amount)::bigint as amount from payment_transactions where ${within("at")}`;
  expect(sumOf(payments, "amount")).toBe(ofPayments?.amount);
  const refunds = await exported("refunds");
  const [ofRefunds] = await sql<{ count: number }[]>`
    select count(*)::int as count from refunds where ${within("created_at")}`;
  expect(refunds.length - 1).toBe(ofRefunds?.count);
  const facts = await exported("facts");
  const [ofFacts] = await sql<{ net: number }[]>`
    select sum(net)::bigint as net from sales_facts where day between ${range.from} and ${range.until}`;
  expect(sumOf(facts, "net")).toBe(ofFacts?.net);
});

test("exports contain no names, email addresses or phone numbers", async () => {
  const people = await asSeed()<{ recipient: string; email: string; phone: string }[]>`
    select distinct recipient, email, phone from orders`;
  for (const name of ledgerNames) {
    const file = (await exported(name)).flat().join("\n");
    for (const { recipient, email, phone } of people) {
      for (const word of [recipient, email, phone]) expect(file.includes(word), name).toBe(false);
    }
  }
});

test("an export needs the permission for reports and the permission for its ledger", async () => {
  const analyst = await makeStaff("analis", ["reports.read"]);
  expect(ledgersOf(analyst)).toEqual(["facts"]);
  expect(await startLedgerExport(analyst, "orders", randomUUID(), range)).toEqual({
    ok: false,
    problem: "not_permitted",
  });
  const clerk = await makeStaff("kasir", ["orders.read", "payments.read"]);
  expect(ledgersOf(clerk)).toEqual([]);
  expect((await startLedgerExport(clerk, "orders", randomUUID(), range)).ok).toBe(false);
});
