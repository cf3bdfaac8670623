import { hasKeys } from "#backend/gateway/keys.server.ts";
import { ConfigError, config as readSettings } from "#base/config.server.ts";
import type { Config } from "#base/config-type.ts";
import { findDatabaseFolder } from "#db/embedded-folder.server.ts";
import { startProblem } from "#server/boot/start-problem.ts";
import { checkDatabase } from "./check/check-database.ts";
import { checkOutside } from "./check/check-outside.ts";
import { type CheckResult, fail, pass, warn } from "./check/check-result.ts";
import { hasEmbedded, visitDatabase } from "./visit-database.ts";

/*
 * `npm run check`: says of settings, database, clock, keys, files, mail, payment and backup whether the shop can run
 * with them, and what mends them; `-- --json` prints the same for programs. It changes nothing, and the shop may be
 * running. Exit code 1 when something fails, else 0.
 */

async function runChecks(): Promise<readonly CheckResult[]> {
  let config: Config;
  try {
    config = readSettings();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((found) =>
      fail("settings", found, "Correct it; docs/configuration.md lists every setting."),
    );
  }
  const [inside, outside] = await Promise.all([visit(config), checkOutside(config)]);
  return [pass("settings", "every one can be read"), ...inside, ...outside];
}

async function visit(config: Config): Promise<readonly CheckResult[]> {
  if (config.databaseUrl) {
    return checkDatabase(config, config.databaseDirectUrl ?? config.databaseUrl);
  }
  if (!(await hasEmbedded(config.dataDir))) {
    if (await hasKeys(config.dataDir, {})) {
      const found = `${config.dataDir} has the keys of a shop but no database`;
      return [
        fail("database", found, "Put the database back, restore a backup, or set DATABASE_URL."),
      ];
    }
    return [warn("database", `${config.dataDir} holds none`, "The first start makes it.")];
  }
  const database = await visitDatabase(config.dataDir);
  const results = await checkDatabase(config, database.url).finally(database.close);
  return [await checkFolder(config.dataDir), ...results];
}

async function checkFolder(dataDir: string): Promise<CheckResult> {
  const folder = await findDatabaseFolder(dataDir);
  if (folder === dataDir) return pass("database_folder", folder);
  return warn(
    "database_folder",
    `${folder}: PostgreSQL's account cannot enter ${dataDir}`,
    "Include both folders in copies and volumes, or restore a backup into a DATA_DIR that every account can enter.",
  );
}

function print(results: readonly CheckResult[]): void {
  for (const { name, state, found, mend } of results) {
    process.stdout.write(`${state.padEnd(4)}  ${name.padEnd(18)}  ${found}\n`);
    if (mend) process.stdout.write(`${" ".repeat(26)}${mend}\n`);
  }
  const count = (state: string) => results.filter((result) => result.state === state).length;
  process.stdout.write(`\n${count("pass")} pass, ${count("warn")} warn, ${count("fail")} fail\n`);
}

process.exitCode = await runChecks().then(
  (results) => {
    const isFailed = results.some(({ state }) => state === "fail");
    if (process.argv.includes("--json")) {
      process.stdout.write(`${JSON.stringify({ ok: !isFailed, checks: results }, null, 2)}\n`);
    } else print(results);
    return isFailed ? 1 : 0;
  },
  (error: unknown) => {
    const reason = startProblem(error) ?? (error instanceof Error ? error.message : String(error));
    process.stderr.write(`The checks could not run: ${reason}\n`);
    return 1;
  },
);
