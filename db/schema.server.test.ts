import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/runner/database.ts";
import { readSchema, type Schema } from "./schema.server.ts";
import { listTriggers, withTriggers } from "./triggers.server.ts";

const database = testDatabase();
let schema: Schema;
beforeAll(async () => {
  schema = await readSchema(database.url());
});

const hint = "It is stale: run `node db/generate-schema.ts` and commit what it writes.";
const committed = (name: string) =>
  readFile(path.join(import.meta.dirname, name), "utf8").catch(() => "");

test("db/schema.sql is what the migrations make", async () => {
  expect(schema.sql, hint).toBe(await committed("schema.sql"));
});

test("db/types.ts describes the tables that the migrations make", async () => {
  expect(schema.types, hint).toBe(await committed("types.ts"));
});

test("db/README.md lists the triggers of each table, their named errors and the use cases that write it", async () => {
  const readme = await committed("README.md");
  const list = await listTriggers(database.url());
  expect(readme, hint).toBe(withTriggers(readme, list));
  const entries = list.replaceAll("\n  ", " ");
  expect(entries).toMatch(/^- `stock_items`: .*`guard_stock` u → `out_of_stock`/m);
  expect(entries).toMatch(/^- `orders`: .* Written by .*`orders\/checkout\/insert-order`/m);
});

test("schema.sql contains everything that decides about access", () => {
  expect(schema.sql).toContain("alter table public.orders enable row level security;");
  expect(schema.sql).toContain(
    'create policy "people change their own profile" on public.profiles',
  );
  expect(schema.sql).toContain(
    "grant update (full_name, phone, language, contact_email) on public.profiles to authenticated;",
  );
  expect(schema.sql).toMatch(
    /FUNCTION private\.is_staff\(\)[\s\S]*?-- callable by: anon, authenticated/,
  );
  expect(schema.types).toMatch(/export interface OrdersRow \{[^}]*\n {2}total: number;/);
});
