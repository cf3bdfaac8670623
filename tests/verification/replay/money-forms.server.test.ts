import { beforeAll, expect, test } from "vitest";
import { openTestProviders, provenAdmin } from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { endpoints } from "./endpoints.ts";
import { otherForms, ownForms, staffForms } from "./money-forms.ts";
import { toOwn, waiting } from "./scenes.ts";

testDatabase({ demo: true, max: 10 });
beforeAll(async () => {
  openTestProviders();
  await provenAdmin();
});

/** All stored data, without modification times. */
async function everything(): Promise<Record<string, string>> {
  const sql = asSeed();
  const tables = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and (n.nspname = 'public' or c.relname in ('outbox', 'builtin_payments'))
      and c.relname !~ '^(region|product|categor|search)' order by 1`;
  const seen: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql.unsafe<{ n: number; digest: string }[]>(`
      select count(*)::int as n, md5(coalesce(string_agg(row, '' order by row), '')) as digest
      from (select (to_jsonb(t) - 'updated_at')::text as row from ${name} t) rows`);
    seen[name] = `${row?.n} ${row?.digest}`;
  }
  return seen;
}

const all = [
  ...Object.entries(staffForms).map(([name, arrange]) => ({ name: `staff: ${name}`, arrange })),
  ...Object.entries(ownForms).map(([name, arrange]) => ({ name: `buyer: ${name}`, arrange })),
  ...Object.entries(otherForms).map(([name, arrange]) => ({ name, arrange })),
];

test.for(all)("R9: $name again after a lost answer changes nothing more", async ({ arrange }) => {
  const send = await arrange();
  const before = await everything();
  await send();
  const once = await everything();
  expect(once).not.toEqual(before);
  await Promise.all([send(), send()]);
  expect(await everything()).toEqual(once);
});

test("R9: changing the payment method again leaves one attempt that can be paid", async () => {
  const { person, order } = await waiting();
  const send = toOwn(person, order, { intent: "pay", method: "builtin:va_bca" });
  await send();
  await Promise.all([send(), send()]);
  const open = await asSeed()`
    select p.method, b.status from payments p join private.builtin_payments b on b.id = p.provider_payment_id
    where p.order_id = ${order} and (p.status = 'pending' or b.status = 'requires_payment')`;
  expect(open).toEqual([{ method: "va_bca", status: "requires_payment" }]);
});

test("this file sends every form about money twice", () => {
  const intents = (file: string) => Object.keys(endpoints[file] ?? {});
  // Asking a courier moves no money; courier-steps.server.test.ts sends it twice.
  const courier = ["request-number", "track"];
  expect([...courier, ...Object.keys(staffForms)]).toEqual(
    intents("app/admin/orders/order-action.server.ts"),
  );
  // A reorder moves no money; review-design.server.test.ts repeats it with the same key.
  expect(["pay", ...Object.keys(ownForms), "reorder"]).toEqual(
    intents("app/account/order-action.server.ts"),
  );
});

test("the repeated forms leave the ledger balanced", async () => {
  expect(await findBreaches()).toEqual([]);
});
