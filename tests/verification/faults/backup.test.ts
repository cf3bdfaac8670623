import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFile, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SqlFragment } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { reconcilePayments } from "#shop/orders/payments/settlement/reconcile-payments.server.ts";
import { authenticatorCode } from "#tests/support/browser/authenticator.ts";
import { placeThroughFunctions } from "#tests/support/builders/place-through-functions.ts";
import { openProvidersWith } from "#tests/support/builders/shop.ts";
import {
  type StripeDouble,
  startStripeDouble,
  stripeEnvironment,
  stripeKeys,
} from "#tests/support/doubles/stripe-double.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { databaseAddress } from "#tests/support/runner/embedded-postgres.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import {
  type Program,
  removeFolder,
  startProgram,
  temporaryFolder,
} from "#tests/support/runner/program.ts";
import { serverMemory } from "../../../bin/server-memory.mjs";

const run = promisify(execFile);
const root = path.join(import.meta.dirname, "..", "..", "..");

/** Tables that a backup has to restore, row by row. */
const tables = [
  "orders",
  "order_lines",
  "order_events",
  "payments",
  "payment_transactions",
  "stock_items",
  "stock_movements",
  "products",
  "shop_settings",
  "auth.users",
  "auth.sessions",
  "auth.refresh_tokens",
  "auth.mfa_factors",
  "storage.objects",
];

let stripe: StripeDouble;
let first: Program;
let second: Program | undefined;
let work = "";
const backup = () => path.join(work, "backup");
const restored = () => path.join(work, "restored");

beforeAll(async () => {
  stripe = await startStripeDouble();
  work = await temporaryFolder();
  first = await startProgram({ env: settings() });
  openConnections(await databaseAddress(first.dataDir), { max: 3 });
}, 60_000);
afterAll(async () => {
  await closeConnections();
  await first.stop();
  await second?.stop();
  await stripe.close();
  await removeFolder(first.dataDir);
  await removeFolder(work);
});

function settings(): NodeJS.ProcessEnv {
  return {
    PAYMENTS: "stripe,builtin",
    ...stripeEnvironment(stripe),
  };
}

async function command(
  name: "backup" | "restore",
  folder: string,
  dataDir: string,
  more: NodeJS.ProcessEnv = {},
) {
  const env = { ...process.env, NODE_ENV: "development", DATA_DIR: dataDir, ...more };
  const words = [`server/commands/${name}.ts`, ...(folder === "" ? [] : [folder])];
  return run(process.execPath, [...serverMemory().flags, ...words], { cwd: root, env }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout + error.stderr,
    }),
  );
}

/**
 * Left out as no difference of the backup: when the restored program's reconciler last checked a payment, the buyer that a
 * job of every minute assigns to an order, and mails that a job of every ten minutes wrote since.
 */
async function fingerprints(mailsUntil: Date): Promise<Record<string, string>> {
  const sql = asSeed();
  const marks: Record<string, string> = {};
  const mark = async (name: string, rows: SqlFragment) => {
    const [row] = await sql<{ mark: string }[]>`
      select count(*) || ' ' || coalesce(md5(string_agg(whole, '|' order by whole)), '') as mark
      from (select (to_jsonb(t) - 'updated_at' - 'buyer_id')::text as whole from ${rows} t) rows`;
    marks[name] = row?.mark ?? "";
  };
  for (const table of tables) await mark(table, sql`${sql(table)}`);
  await mark(
    "private.outbox",
    sql`(select * from private.outbox where created_at <= ${mailsUntil})`,
  );
  return marks;
}

async function clientOf(program: Program) {
  const keys = JSON.parse(await readFile(path.join(program.dataDir, "keys.json"), "utf8"));
  const open = (key: string) =>
    createClient(program.url, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    });
  return { customer: open(keys.publishable), service: open(keys.secret) };
}

test("R25: a backup beside a shop at work comes back whole: rows, files, sessions, second factors, and what is paid since", {
  timeout: 120_000,
}, async () => {
  const { customer, service } = await clientOf(first);
  const password = "kertas-karbon-biru";
  const email = "cadangan@pelanggan.test";
  await service.auth.admin.createUser({ email, password, email_confirm: true });
  const signedIn = await customer.auth.signInWithPassword({ email, password });
  const enrolled = await customer.auth.mfa.enroll({ factorType: "totp" });
  const factorId = enrolled.data?.id ?? "";
  const secret = enrolled.data?.type === "totp" ? enrolled.data.totp.secret : "";
  const code = authenticatorCode(secret);
  expect((await customer.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  const session = (await customer.auth.getSession()).data.session;
  await service.storage.createBucket("arsip");
  await service.storage.from("arsip").upload("nota.txt", "isi nota");

  const buyer = await clientOf(first);
  await buyer.customer.auth.signInWithPassword({
    email: "customer@etalase.test",
    password: "etalase-demo-2026",
  });
  const cached = await placeThroughFunctions(buyer.customer);
  const campaign = await campaignUnderWay();
  const [moment] = await asSeed()<{ now: Date }[]>`select now()`;
  if (!moment) throw new Error("the database told no time");
  const mailsUntil = moment.now;
  const before = await fingerprints(mailsUntil);

  // Writes continue during the backup; their rows are in no compared table.
  let written = 0;
  let isCopying = true;
  const writing = (async () => {
    while (isCopying) {
      await asSeed()`insert into private.idempotency_keys (scope, function_name, key, body_hash, status)
        values ('backup', 'test', ${String(written + 1)}, '', 200)`;
      written += 1;
    }
  })();
  await expect.poll(() => written).toBeGreaterThan(10);
  const acknowledged = written;
  const made = await command("backup", backup(), first.dataDir);
  isCopying = false;
  await writing;
  expect(made, made.said).toMatchObject({ code: 0 });
  expect(written).toBeGreaterThan(acknowledged);

  // After the backup, one order is paid and another one is placed.
  const [intent = ""] = stripe.intents.keys();
  stripe.pay(intent);
  const later = await placeThroughFunctions(buyer.customer);
  await first.stop();
  await closeConnections();

  const back = await command("restore", backup(), restored());
  expect(back, back.said).toMatchObject({ code: 0 });
  expect(back.said).toContain("Campaigns paused: 1.");
  // Of carts and of stock, which are on from the start.
  expect(back.said).toContain("Automations paused: 2.");
  second = await startProgram({ dataDir: restored(), env: settings() });
  openConnections(await databaseAddress(restored()), { max: 3 });
  expect(await fingerprints(mailsUntil)).toEqual(before);
  // No acknowledged write is missing, and no write is present without the earlier ones.
  const numbers = (
    await asSeed()<{ n: number }[]>`
      select key::int as n from private.idempotency_keys where scope = 'backup' order by n`
  ).map(({ n }) => n);
  expect(numbers.length).toBeGreaterThanOrEqual(acknowledged);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(await findBreaches()).toEqual([]);

  const again = await clientOf(second);
  const refreshed = await again.customer.auth.refreshSession({
    refresh_token: session?.refresh_token ?? "",
  });
  expect(refreshed.error).toBeNull();
  expect(refreshed.data.user?.id).toBe(signedIn.data.user?.id);
  const fresh = await clientOf(second);
  await fresh.customer.auth.signInWithPassword({ email, password });
  // A code counts once: the next one is valid whether or not the time of the first one is over.
  const next = authenticatorCode(secret, 1);
  const proven = await fresh.customer.auth.mfa.challengeAndVerify({ factorId, code: next });
  expect(proven.error).toBeNull();
  const file = await again.service.storage.from("arsip").download("nota.txt");
  expect(await file.data?.text()).toBe("isi nota");

  // The first shop may have sent the rest since.
  const [sent] = await asSeed()`
    select status, paused_why from private.mail_campaigns where number = ${campaign}`;
  expect(sent).toEqual({ status: "paused", paused_why: "restored" });

  // Later payments are found at the provider; later orders are lost, and stay missing.
  openProvidersWith({ payments: ["stripe"], stripe: { ...stripeKeys, apiUrl: stripe.url } });
  await reconcileLongOpen();
  const orders = await asSeed()<{ id: string; payment_status: string }[]>`
    select id, payment_status from orders where id = any (${[cached, later]})`;
  expect(orders).toEqual([{ id: cached, payment_status: "paid" }]);
  expect(await findBreaches()).toEqual([]);
});

test("R25: one command verifies an encrypted backup while the shop runs, and the backup is restored", {
  timeout: 120_000,
}, async () => {
  const stored = path.join(work, "stored");
  const settings = {
    BACKUP_URL: `file:${stored}`,
    BACKUP_KEY: randomBytes(32).toString("base64"),
    BACKUP_KEEP_DAILY: "1",
    BACKUP_KEEP_WEEKLY: "1",
  };
  await asSeed()`delete from private.operation_facts where fact = 'backup_made'`;
  for (const _ of [1, 2]) {
    const made = await command("backup", "", restored(), settings);
    expect(made, made.said).toMatchObject({ code: 0 });
  }
  const names = await readdir(path.join(stored, "backups"));
  expect(names).toEqual([expect.stringMatching(/^etalase-\d{8}T\d{6}Z\.backup$/)]);
  const noted = await asSeed()`select from private.operation_facts where fact = 'backup_made'`;
  expect(noted).toHaveLength(1);

  const [counted] = await asSeed()<{ n: number }[]>`select count(*)::int as n from order_lines`;
  const drilled = await command("restore", "--drill", restored(), settings);
  expect(drilled, drilled.said).toMatchObject({ code: 0 });
  expect(drilled.said).toContain(`order_lines: ${counted?.n}`);
  expect(drilled.said).toMatch(/movements: 0 differences[\s\S]*files: 0 missing/);
  const other = { ...settings, BACKUP_KEY: randomBytes(32).toString("base64") };
  const refused = await command("restore", "--drill", restored(), other);
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.said).toContain("another BACKUP_KEY");
  const left = await readdir(restored());
  expect(left.filter((name) => /drill|unfinished/.test(name))).toEqual([]);

  const again = path.join(work, "again");
  const back = await command("restore", "--latest", again, settings);
  expect(back, back.said).toMatchObject({ code: 0 });
  expect(await readFile(path.join(again, "keys.json"), "utf8")).toBe(
    await readFile(path.join(restored(), "keys.json"), "utf8"),
  );
  const restoredFiles = await readdir(again);
  expect(restoredFiles).toContain("postgres");
  expect(restoredFiles).not.toContain("restore.unfinished");
});

longProof(
  "R25: a backup that is damaged, incomplete or unwanted is refused, and leaves nothing behind",
  async () => {
    const target = path.join(work, "third");
    const unwanted = await command("restore", backup(), restored());
    expect(unwanted).toMatchObject({ code: 2 });
    expect(unwanted.said).toContain("is not empty");
    expect(await command("backup", backup(), restored())).toMatchObject({ code: 2 });
    expect((await command("restore", work, target)).said).toContain("is not a complete backup");

    await appendFile(path.join(backup(), "database", "PG_VERSION"), "\n");
    const damaged = await command("restore", backup(), target);
    expect(damaged).toMatchObject({ code: 2 });
    expect(damaged.said).toContain("database/PG_VERSION is damaged");
    expect(await readdir(target)).toEqual([]);
  },
);

/** A campaign that waits for one recipient, whom another process holds. @returns its number */
async function campaignUnderWay(): Promise<number> {
  return asSeed().begin(async (sql) => {
    const [made] = await sql<{ number: number }[]>`
      insert into private.mail_campaigns (id, name) values (gen_random_uuid(), 'Kabar') returning number`;
    const number = made?.number ?? 0;
    const [version] = await sql<{ id: number }[]>`
      insert into private.mail_versions (campaign, language, subject) values (${number}, 'id', 'Kabar') returning id`;
    await sql`
      update private.mail_campaigns set status = 'freezing', audience = 1, tick_at = clock_timestamp(), started_at = now(),
        timeline = (select timeline_id from pg_catalog.pg_control_checkpoint())
      where number = ${number}`;
    await sql`
      insert into private.mail_chunks (campaign, chunk, size, lease_owner, leased_until)
      values (${number}, 0, 1, 'another', 'infinity')`;
    await sql`insert into private.mail_deliveries (campaign, n, version_id) values (${number}, 1, ${version?.id ?? 0})`;
    await sql`update private.mail_campaigns set status = 'sending', total = 1, frozen_at = now() where number = ${number}`;
    return number;
  });
}

/** Runs the job as it would run two minutes later. */
async function reconcileLongOpen(): Promise<void> {
  const owner = openPostgres(await databaseAddress(restored()), { max: 1 });
  await owner`set session_replication_role = replica`;
  const aged = await owner`
    update payments set updated_at = now() - interval '3 minutes' where status = 'pending' returning id`;
  await owner.end();
  expect(aged.length).toBeGreaterThan(0);
  await reconcilePayments();
}
