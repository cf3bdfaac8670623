import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findBrowser } from "./support/browser/browser-binary.ts";
import { otherEngines } from "./support/browser/other-engine.ts";
import { filesLeft } from "./support/runner/every-run.ts";
import { chooseFastFolders } from "./support/runner/fast-folders.ts";
import { machinePostgres } from "./support/runner/machine-postgres.ts";
import { poolerFor } from "./support/runner/pgbouncer.ts";
import { type FileOutcome, readVitestReport } from "./support/runner/vitest-report.ts";

/*
 * Runs all checks, the fastest first. All run even when an early one fails.
 */

interface Outcome {
  passed: number;
  failed: number;
  /** Tests that only `npm run verify` runs. */
  left: number;
}

chooseFastFolders();
const root = path.join(import.meta.dirname, "..");
const bin = (name: string) => path.join(root, "node_modules", name);
const total: Outcome = { passed: 0, failed: 0, left: 0 };
const failures: string[] = [];
const began = performance.now();
const scratch = await mkdtemp(path.join(tmpdir(), "etalase-run-"));

function say(text: string): void {
  process.stdout.write(`\n── ${text}\n`);
}

function run(args: readonly string[], env: NodeJS.ProcessEnv, output?: Buffer[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: output ? "pipe" : "inherit",
      env: { ...process.env, LOG_LEVEL: "silent", FORCE_COLOR: "0", ...env },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => output?.push(chunk));
    }
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
}

/** Prints its output in one piece, because other checks run concurrently. */
async function check(title: string, args: readonly string[]): Promise<void> {
  const output: Buffer[] = [];
  const isGood = await run(args, {}, output);
  say(title);
  process.stdout.write(Buffer.concat(output));
  if (isGood) total.passed++;
  else {
    total.failed++;
    failures.push(title);
  }
}

async function checkTypes(): Promise<void> {
  await check("Route types", [bin("@react-router/dev/dist/cli/index.js"), "typegen"]);
  const known = path.join(root, "node_modules", ".cache", "etalase-types");
  await check("Types", [
    bin("typescript-compiler/bin/tsc"),
    "--noEmit",
    "--incremental",
    "--tsBuildInfoFile",
    known,
  ]);
}

/** Failures are listed at the end, because viewers may truncate a long log. */
async function tests(
  title: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  say(title);
  for (const file of await vitest(args, env)) {
    count(file);
    if (file.failed === 0) continue;
    const name = file.name
      ? path.relative(root, file.name)
      : "the run stopped without a failed file";
    failures.push([`${title}: ${name}`, ...file.failedTests].join("\n     "));
  }
}

function count({ passed, failed, left }: Outcome): void {
  total.passed += passed;
  total.failed += failed;
  total.left += left;
}

/** Runs tests. @returns the outcome of each file */
async function vitest(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<readonly FileOutcome[]> {
  const report = path.join(await mkdtemp(path.join(scratch, "vitest-")), "report.json");
  const isGreen = await run(
    [
      bin("vitest/vitest.mjs"),
      "run",
      ...args,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    env,
  );
  const files = (await readVitestReport(report)) ?? [];
  const hasFailed = files.some((file) => file.failed > 0);
  // Red without a failed file, e.g. an error that no test waited for, or no report at all.
  return isGreen || hasFailed
    ? files
    : [...files, { name: "", passed: 0, failed: 1, left: 0, failedTests: [] }];
}

await Promise.all([
  check("Format and lint", [bin("@biomejs/biome/bin/biome"), "ci", "--error-on-warnings", "."]),
  checkTypes(),
  check("Dead code", [bin("knip/bin/knip.js"), "--no-progress"]),
  check("Code that only tests reach", [bin("knip/bin/knip.js"), "--no-progress", "--production"]),
]);

const browser = await findBrowser();
if (!browser) {
  process.stdout.write(
    "   No Chrome or Chromium: the browser tests cannot run. Install it, e.g. apt-get install chromium-headless-shell, or set CHROME_PATH.\n",
  );
}
for (const { engine, packages, isInstalled } of otherEngines) {
  if (!isInstalled) {
    process.stdout.write(`   Not tried in ${engine}: apt-get install ${packages}\n`);
  }
}
const asked = process.argv.slice(2);
const chrome = { CHROME_PATH: browser ?? "" };
const selection = asked.length > 0 ? {} : { TEST_SELECTION: "every-run" };
const title = asked.length > 0 ? `Tests of ${asked.join(" ")}` : "Tests";
await tests(title, asked, { ...chrome, ...selection });

const machine = await machinePostgres(scratch);
if (machine.ok) {
  // The tests that depend on the server's version: migrations, rights of columns and REST. `npm run verify` runs all tests of
  // the database there.
  const onDatabase = globSync(
    [
      "db/**/*.server.test.ts",
      "tests/access/{catalogue,staff-rights,second-factor}.server.test.ts",
    ],
    {
      cwd: root,
      // This file starts its own servers.
      exclude: ["db/embedded.server.test.ts"],
    },
  );
  await tests(
    `The database's tests again, on ${machine.value.version}`,
    [...onDatabase.sort(), "tests/compat/rest-shop.test.ts"],
    {
      TEST_DATABASE_URL: machine.value.url,
    },
  );
  const pooler = await poolerFor(scratch, machine.value);
  if (pooler) {
    // `npm run verify -- pgbouncer` runs all tests of the database through it.
    const throughPooler = ["db/client", "db/prepared", "tests/compat/rest-shop"];
    await tests("Through PgBouncer in transaction mode", throughPooler, pooler.env);
    await pooler.stop();
  } else process.stdout.write("   Not tried through PgBouncer: it is not installed.\n");
  await machine.value.stop();
} else process.stdout.write(`   Not tried on a PostgreSQL of this machine: ${machine.problem}\n`);

await rm(scratch, { recursive: true, force: true });
for (const failure of failures) process.stdout.write(`   Failed: ${failure}\n`);
const minutes = (performance.now() - began) / 60_000;
if (asked.length === 0) {
  const files = filesLeft().length;
  process.stdout.write(
    `   ${files} slow files and ${total.left} long proofs did not run here: npm run verify\n`,
  );
}
process.stdout.write(`   Took ${minutes.toFixed(1)} minutes\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);
