import { writeFile } from "node:fs/promises";
import path from "node:path";
import { closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { ConstraintProbe, type Refusal, type Rule } from "../tests/access/constraint-probe.ts";
import { RefusalSearch } from "../tests/access/find-refusals.ts";
import { prepareProbers } from "../tests/access/people.ts";
import refusals from "../tests/access/refusals.json" with { type: "json" };
import {
  copyTemplate,
  demoTemplateName,
  dropDatabase,
  openCluster,
} from "../tests/support/runner/cluster.ts";

/*
 * Drops each check, unique index and foreign key in turn, and checks whether the test's refused rows detect it: `node
 * bench/schema-mutants.ts [--write]`; one JSON line. With --write it first searches for a row for each rule that has
 * none, and stores it in tests/access/refusals.json.
 */

const known: Refusal[] = [...(refusals as unknown as Refusal[])];
const name = `schema_mutants_${process.pid}`;
const file = path.join(import.meta.dirname, "..", "tests", "access", "refusals.json");

const cluster = await openCluster();
const url = await copyTemplate(cluster.url, demoTemplateName, name);
openConnections(url);
await prepareProbers();
await closeConnections();
const probe = new ConstraintProbe(url);
const began = performance.now();
try {
  const rules = await probe.rules();
  const of = (rule: Rule) =>
    known.find((refusal) => refusal.table === rule.table && refusal.rule === rule.name);
  if (process.argv.includes("--write")) {
    const search = new RefusalSearch(probe, rules);
    for (const rule of rules) {
      if (of(rule)) continue;
      const found = await search.find(rule);
      if (!found) console.error(`no row for ${rule.kind} ${rule.name} on ${rule.table}`);
      if (found) known.push(found);
    }
    const steady: Refusal[] = [];
    for (const refusal of known) {
      const again = [await probe.refusedBy(refusal), await probe.refusedBy(refusal)];
      if (again.every((by) => by === refusal.rule)) steady.push(refusal);
    }
    known.splice(0, known.length, ...steady);
    const sorted = known.toSorted((a, b) =>
      `${a.table} ${a.rule}` < `${b.table} ${b.rule}` ? -1 : 1,
    );
    await writeFile(file, `${JSON.stringify(sorted, null, 2)}\n`);
  }
  const survivors: string[] = [];
  const counts: Record<string, { tried: number; noticed: number }> = {};
  for (const rule of rules) {
    counts[rule.kind] ??= { tried: 0, noticed: 0 };
    const count = counts[rule.kind] as { tried: number; noticed: number };
    count.tried += 1;
    const refusal = of(rule);
    const by = refusal && (await probe.refusedBy(refusal, rule.drop));
    if (refusal && by !== rule.name) count.noticed += 1;
    else survivors.push(`${rule.kind} ${rule.name} on ${rule.table}`);
  }
  const tried = rules.length;
  console.log(
    JSON.stringify({
      tried,
      noticed: tried - survivors.length,
      percent: Number(((100 * (tried - survivors.length)) / tried).toFixed(1)),
      counts,
      survivors,
      seconds: Math.round((performance.now() - began) / 1000),
    }),
  );
} finally {
  await probe.close();
  await dropDatabase(cluster.url, name);
  await cluster.close();
}
