import { differingKey, fingerprintsOf } from "#backend/gateway/key-fingerprints.server.ts";
import { hasKeys, loadKeys } from "#backend/gateway/keys.server.ts";
import type { Config } from "#base/config-type.ts";
import { OperatorError } from "#base/errors.ts";
import { asShop, connect, disconnect } from "#db/client.server.ts";
import { openPostgres, type PoolSql } from "#db/driver.server.ts";
import { readMigrations } from "#db/migrate.server.ts";
import { requireRights } from "#db/required-rights.server.ts";
import { findMove } from "#server/boot/public-address.ts";
import { startProblem } from "#server/boot/start-problem.ts";
import { hasAdmin } from "#shop/customers/first-admin.server.ts";
import { findFact } from "#shop/settings/merchant/operation-facts.server.ts";
import { findRisks } from "#shop/settings/merchant/risks.server.ts";
import { minutesWithoutWorker } from "#shop/settings/merchant/worker-presence.server.ts";
import { readAuditSeals } from "#shop/staff/seal-audit.server.ts";
import { checkConnections } from "./check-connections.ts";
import { type CheckResult, checked, fail, pass, warn } from "./check-result.ts";

/** Seconds by which this machine's clock may differ from the database's. */
const maxClockSeconds = 5;
/** Days after which a backup is old. */
const maxBackupDays = 7;
const dayMs = 86_400_000;
const publicBuckets = ["avatars", "mockup-kits", "product-images"];
/** Buckets that the migrations make. */
const buckets = [
  "avatars",
  "design-assets",
  "import-uploads",
  "media-uploads",
  "mockup-kits",
  "payment-proofs",
  "product-images",
  "return-photos",
  "staff-files",
];

/** Checks of the database, and of what it knows about the installation. */
export async function checkDatabase(config: Config, url: string): Promise<readonly CheckResult[]> {
  const reached = await checked(
    "database",
    "Check DATABASE_URL, and whether PostgreSQL runs.",
    () => checkServer(url),
  );
  if (reached.some(({ state }) => state === "fail")) return explained(reached, config, url);
  if (reached.some(({ name }) => name === "migrations")) return reached;
  connect(url, { max: 2 });
  try {
    const groups = await Promise.all([
      checked(
        "clock",
        "Synchronise this machine's clock, e.g. with systemd-timesyncd.",
        checkClock,
      ),
      checked("buckets", "Restore the database from a backup.", checkBuckets),
      checked("shop_keys", "Restore keys.json from a backup.", () => checkShopKeys(config)),
      ...(config.databaseDirectUrl && config.databaseUrl
        ? [checked("pooler", "Check DATABASE_URL.", () => checkPooler(config.databaseUrl ?? ""))]
        : []),
      checked("connections", "Check the rights of the login.", () => checkConnections(config)),
      checked("address", "Set PUBLIC_URL.", () => checkAddress(config)),
      checked("backup", "Run npm run backup <folder>.", () => checkBackup(config)),
      checked("worker", "Start a process with ROLE=worker or ROLE=all.", () => checkWorker(config)),
      checked("audit_log", "Compare the audit log with a backup.", checkAudit),
      checked("administrator", "Run npm run admin -- invite <email>.", () => checkPeople(config)),
    ]);
    return [...reached, ...groups.flat()];
  } finally {
    await disconnect();
  }
}

/** The driver's errors in the words of a failed start. */
function explained(
  results: readonly CheckResult[],
  { databaseDirectUrl }: Config,
  url: string,
): readonly CheckResult[] {
  const address = databaseDirectUrl ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
  const env = { ...process.env, DATABASE_URL: url };
  return results.map((result) => {
    const code = /\b(E[A-Z]{4,}|\d{2}[0-9A-Z]{3})\b/.exec(result.found)?.[1];
    const told = code
      ? startProblem(Object.assign(new Error(result.found), { code }), env, address)
      : undefined;
    return told ? { ...result, found: told } : result;
  });
}

async function checkServer(url: string): Promise<readonly CheckResult[]> {
  const sql = openPostgres(url, { max: 1, connect_timeout: 5 });
  try {
    const [server] = await sql<{ number: number; version: string; name: string; login: string }[]>`
      select current_setting('server_version_num')::int as number, current_database() as name,
        split_part(current_setting('server_version'), ' ', 1) as version, current_user as login`;
    if (!server) throw new Error("the database does not answer");
    const found = `PostgreSQL ${server.version}, ${server.name}`;
    if (server.number < 150_000) {
      return [fail("database", found, "PostgreSQL 15 or newer is needed.")];
    }
    const known = await readMigrations();
    const [made] = await sql<{ is: boolean }[]>`
      select to_regclass('migrations.applied') is not null as is`;
    const applied = made?.is
      ? (await sql<{ name: string }[]>`select name from migrations.applied`).map(({ name }) => name)
      : [];
    const lacking = known.filter(({ name }) => !applied.includes(name));
    return [
      pass("database", found),
      await checkRights(sql, server.login),
      ...(lacking.length > 0
        ? [
            warn(
              "migrations",
              `${lacking.length} are not applied yet`,
              "The next start applies them.",
            ),
          ]
        : []),
    ];
  } finally {
    await sql.end();
  }
}

async function checkRights(sql: PoolSql, login: string): Promise<CheckResult> {
  try {
    await requireRights(sql);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const [found = "", ...lines] = error.message.split("\n");
    return fail("rights", found, lines.map((line) => line.trim()).join(" "));
  }
  return pass("rights", `${login} may set up and run the shop`);
}

/** The pooler in front of the database, which the program uses for requests. */
async function checkPooler(url: string): Promise<CheckResult> {
  const sql = openPostgres(url, { max: 1, connect_timeout: 5, isPooled: true });
  try {
    await sql`select 1`;
    return pass("pooler", "DATABASE_URL answers");
  } finally {
    await sql.end();
  }
}

/** Reads keys only, so that a check never makes any. */
async function checkShopKeys(config: Config): Promise<readonly CheckResult[]> {
  // Without a file of keys the check of the keys themselves has said so.
  if (!(await hasKeys(config.dataDir))) return [];
  const problem = await differingKey(fingerprintsOf(await loadKeys(config.dataDir)));
  if (problem === undefined) return [pass("shop_keys", "this machine's keys are the shop's")];
  return [fail("shop_keys", problem, "Copy keys.json from the shop's other machines.")];
}

async function checkClock(): Promise<CheckResult> {
  const before = Date.now();
  const [row] = await asShop()<{ time: number }[]>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as time`;
  const apart = Math.abs((row?.time ?? 0) - (before + Date.now()) / 2) / 1000;
  if (apart <= maxClockSeconds) return pass("clock", "agrees with the database's");
  return warn(
    "clock",
    `${Math.round(apart)} seconds away from the database's`,
    "Synchronise this machine's clock, e.g. with systemd-timesyncd.",
  );
}

async function checkBuckets(): Promise<CheckResult> {
  const found = await asShop()<{ id: string }[]>`select id from storage.buckets`;
  const missing = buckets.filter((name) => !found.some(({ id }) => id === name));
  if (missing.length === 0) return pass("buckets", buckets.join(", "));
  return fail(
    "buckets",
    `missing: ${missing.join(", ")}`,
    missing
      .map(
        (name) =>
          `insert into storage.buckets (id, name, public) values ('${name}', '${name}', ${publicBuckets.includes(name)});`,
      )
      .join(" "),
  );
}

async function checkAddress(config: Config): Promise<CheckResult> {
  const move = await findMove(config.publicUrl);
  if (move) return warn("address", move, 'Read "Moving to another address" in docs/operations.md.');
  if (config.production && !config.publicUrl.startsWith("https:")) {
    return fail("address", `${config.publicUrl} is not https`, "Set PUBLIC_URL=https://…");
  }
  return pass("address", config.publicUrl);
}

async function checkBackup(config: Config): Promise<CheckResult> {
  if (config.hasExternalBackups)
    return pass("backup", "BACKUPS=external: something else makes them");
  const made = await findFact("backup_made");
  const mend = "Set BACKUP_URL and run npm run backup daily, or set BACKUPS=external.";
  if (!made) return (config.production ? fail : warn)("backup", "none was ever made", mend);
  const days = Math.floor((Date.now() - made.seen_at.getTime()) / dayMs);
  const found = `the last one is ${days} days old`;
  return days > maxBackupDays ? warn("backup", found, mend) : pass("backup", found);
}

/** Skipped for an embedded database: the worker is the shop's own process, which may be stopped. */
async function checkWorker(config: Config): Promise<CheckResult> {
  const minutes = await minutesWithoutWorker();
  if (minutes === undefined) return pass("worker", "no job waits without a worker");
  const found = `no worker is running; jobs have waited for ${minutes} minutes`;
  const mend = "Start a process with ROLE=worker or ROLE=all.";
  return (config.databaseUrl ? fail : warn)("worker", found, mend);
}

async function checkAudit(): Promise<CheckResult> {
  const { broken, hash, sealed_at } = await readAuditSeals();
  if (broken) {
    return fail(
      "audit_log",
      `entries of seal ${broken.seal} differ from it since ${broken.found_at.toISOString()}`,
      "Somebody changed the database outside the program: compare public.audit_entries with a backup.",
    );
  }
  return pass(
    "audit_log",
    sealed_at ? `sealed ${sealed_at.toISOString()}, ${hash}` : "not sealed yet",
  );
}

async function checkPeople(config: Config): Promise<readonly CheckResult[]> {
  const risks = await findRisks(config);
  const removed = risks.includes("payment_provider_removed")
    ? [
        fail(
          "open_payments",
          "PAYMENTS no longer names a provider that has open payments",
          "Name it in PAYMENTS until they are done.",
        ),
      ]
    : [];
  const account = risks.includes("no_payment_method")
    ? [
        fail(
          "payment",
          "a transfer has no account to go to",
          "Add a bank account at /admin/Settings/accounts.",
        ),
      ]
    : [];
  const people = !(await hasAdmin())
    ? warn("administrator", "there is none", "Run npm run admin -- invite <email>.")
    : risks.includes("admin_without_second_factor")
      ? warn(
          "administrator",
          "one signs in with a password alone",
          "Turn on a second step at /dashboard/Security.",
        )
      : pass("administrator", "each has a second step");
  return [people, ...account, ...removed];
}
