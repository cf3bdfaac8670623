import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { machinePostgres } from "../support/runner/machine-postgres.ts";
import { poolerFor } from "../support/runner/pgbouncer.ts";
import { proofsWith } from "./proofs.ts";

/*
 * Runs the long verifications one after the other, each with a new seed: `npm run verify`, or `npm run verify --
 * histories fuzz` for some of them. SEED=7 repeats a run. Prints each command before it runs; the last line is `N
 * passed, N failed`.
 */

const root = path.join(import.meta.dirname, "..", "..");
const { SEED: askedSeed, ...environment } = process.env;
const seed = Number(askedSeed ?? Date.now() % 2 ** 31);

const proofs = proofsWith(seed);
const asked = process.argv.slice(2);
/** The tests of the database on the machine's PostgreSQL, directly and through a pooler. */
const servers = ["postgres", "pgbouncer"];
const unknown = asked.filter(
  (name) => !servers.includes(name) && !proofs.some(([one]) => one === name),
);
if (unknown.length > 0) {
  const names = [...proofs.map(([name]) => name), ...servers].join(", ");
  process.stderr.write(`There is no proof called ${unknown.join(", ")}. There are: ${names}.\n`);
  process.exit(2);
}
const isAsked = (name: string) => asked.length === 0 || asked.includes(name);

function run(
  title: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  process.stdout.write(`\n── ${title}: node ${args.join(" ")}\n`);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: "inherit",
      // Without SEED, which a program reads as a setting.
      env: {
        ...environment,
        LOG_LEVEL: "silent",
        CROWDS: "whole",
        PROPERTY_SEED: String(seed),
        ...env,
      },
    });
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
}

const outcomes: boolean[] = [];
process.stdout.write(`Seed ${seed}\n`);
for (const [name, ...args] of proofs) if (isAsked(name)) outcomes.push(await run(name, args));

if (servers.some(isAsked)) {
  const scratch = await mkdtemp(path.join(tmpdir(), "etalase-verify-"));
  const machine = await machinePostgres(scratch);
  if (machine.ok) {
    const files = globSync("{db,shop,backend,tests/access}/**/*.server.test.ts", { cwd: root });
    const args = ["node_modules/vitest/vitest.mjs", "run", ...files.sort(), "tests/compat/rest"];
    if (isAsked("postgres")) {
      const title = `postgres ${machine.value.version}`;
      outcomes.push(await run(title, args, { TEST_DATABASE_URL: machine.value.url }));
    }
    const pooler = isAsked("pgbouncer") ? await poolerFor(scratch, machine.value) : undefined;
    if (pooler) outcomes.push(await run("pgbouncer", args, pooler.env));
    else if (isAsked("pgbouncer")) process.stdout.write("   PgBouncer is not installed\n");
    await pooler?.stop();
    await machine.value.stop();
  } else process.stdout.write(`   Not tried on a PostgreSQL of this machine: ${machine.problem}\n`);
  await rm(scratch, { recursive: true, force: true });
}

const failed = outcomes.filter((isGood) => !isGood).length;
process.stdout.write(`\n${outcomes.length - failed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
