import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/runner/database.ts";
import { ConstraintProbe, type Refusal, type Rule } from "./constraint-probe.ts";
import { prepareProbers } from "./people.ts";
import refusals from "./refusals.json" with { type: "json" };

const database = testDatabase({ demo: true });
const known = refusals as unknown as readonly Refusal[];
let probe: ConstraintProbe;
let rules: Rule[] = [];
beforeAll(async () => {
  await prepareProbers();
  probe = new ConstraintProbe(database.url());
  rules = await probe.rules();
});
afterAll(() => probe.close());

test("the database refuses each forbidden row, by the intended constraint", {
  timeout: 120_000,
}, async () => {
  const stored: string[] = [];
  for (const refusal of known) {
    const by = await probe.refusedBy(refusal);
    if (by !== refusal.rule) stored.push(`${refusal.rule} on ${refusal.table}: ${by}`);
  }
  expect(stored).toEqual([]);
  expect(known.length).toBeGreaterThan(300);
});

test("nearly every check, unique index and foreign key has a row that it refuses", () => {
  const tried = new Set(known.map(({ table, rule }) => `${table} ${rule}`));
  const untried = rules.filter(({ table, name }) => !tried.has(`${table} ${name}`));
  // `node bench/schema-mutants.ts --write` searches for rows; the other rules have tests beside them.
  expect(untried.length / rules.length).toBeLessThan(0.15);
});
