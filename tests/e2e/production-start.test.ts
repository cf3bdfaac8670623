import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { demoAccounts, demoPassword } from "#db/seed/accounts.server.ts";
import { hasBrowser, useChromium } from "#tests/support/browser/browser.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { databaseAddress } from "#tests/support/runner/embedded-postgres.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import {
  newDataDir,
  type Program,
  removeFolder,
  runToEnd,
  startProgram,
} from "#tests/support/runner/program.ts";

const run = promisify(execFile);
const root = path.join(import.meta.dirname, "..", "..");
const production = { NODE_ENV: "production", ALLOW_BUILTIN_PAYMENTS: "1" };
const password = "tinta cumi di teluk";

let program: Program | undefined;
let folder: string | undefined;
afterEach(async () => {
  await program?.stop();
  program = undefined;
  if (folder) await removeFolder(folder);
  folder = undefined;
});

async function start(env: NodeJS.ProcessEnv, dataDir?: string): Promise<Program> {
  program = await startProgram({ env, ...(dataDir ? { dataDir } : {}) });
  folder = program.dataDir;
  return program;
}

/** The program's output lines, once they contain the given part. */
async function printed({ output }: Program, part: RegExp): Promise<string[]> {
  await expect.poll(output).toMatch(part);
  return part.exec(output())?.slice(1) ?? [];
}

async function signsIn({ url, dataDir }: Program, email: string, secret: string): Promise<number> {
  const keys = await import(path.join(dataDir, "keys.json"), { with: { type: "json" } });
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "Content-Type": "application/json", apikey: keys.default.publishable },
    body: JSON.stringify({ email, password: secret }),
  });
  return answer.status;
}

async function withDatabase<T>(shop: Program, work: () => Promise<T>): Promise<T> {
  openConnections(await databaseAddress(shop.dataDir), { max: 2 });
  return work().finally(closeConnections);
}

const makeAdmin = ({ url }: Program, token: string, email: string, origin = url) =>
  fetch(`${url}/api/first-admin`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: origin },
    body: JSON.stringify({ token, email, password, name: "Sari" }),
  });

const linkShape = /\/FirstAdmin\/(\d+\.[\w-]{43})\n/;

/** Reads a secret file of the operator, and checks that only the program's user can read it. */
async function secretFile(shop: Program, name: string): Promise<string> {
  await printed(shop, new RegExp(name));
  const file = path.join(shop.dataDir, name);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  return readFile(file, "utf8");
}

const tokenOf = async (shop: Program) =>
  linkShape.exec(await secretFile(shop, "first-administrator.txt"))?.[1] ?? "";

/** Output lines that are not JSON. */
function plainLines({ output }: Program): string[] {
  const lines = output().split("\n").filter(Boolean);
  return lines.filter((line) => !line.startsWith("{") || !line.endsWith("}"));
}

describe.runIf(hasBrowser)("a shop in production", { timeout: 90_000 }, () => {
  const chromium = useChromium();

  test("has no demo account, and a link in a file creates the first administrator", async () => {
    const shop = await start(production);
    const token = await tokenOf(shop);
    expect(shop.output()).not.toContain(token);
    for (const { email } of demoAccounts) {
      expect(await signsIn(shop, email, demoPassword)).toBe(400);
    }
    const { page, complaints } = await chromium.open();
    await page.goto(`${shop.url}/FirstAdmin/${token}`);
    await page.getByRole("heading", { name: "Admin pertama" }).waitFor();
    expect(await faultsOf(page, "the first administrator", "html")).toEqual([]);
    const save = page.getByRole("button", { name: "Buat akun admin" });
    await save.click();
    await page.getByText("Isi email Anda.").waitFor();
    await page.getByLabel("Nama Anda").fill("Sari");
    await page.getByLabel("Email").fill("pemilik@tokonya.test");
    await page.getByLabel("Kata sandi baru").fill("password");
    await save.click();
    await page.getByText("Kata sandi ini terlalu umum").waitFor();
    await page.getByLabel("Kata sandi baru").fill(password);
    await save.click();
    await page.waitForURL(/\/admin$/);
    await page.getByRole("link", { name: "Keamanan toko" }).click();
    await page.getByRole("heading", { name: "Pembayaran masih percobaan" }).waitFor();
    expect(await page.getByRole("main").getByRole("listitem").count()).toBe(5);
    expect(await faultsOf(page, "the list of what is unsafe", "html")).toEqual([]);
    // The link is used up.
    expect((await page.goto(`${shop.url}/FirstAdmin/${token}`))?.status()).toBe(404);
    await page.getByText("Tautan ini sudah tidak berlaku").waitFor();
    expect((await makeAdmin(shop, token, "lain@tokonya.test")).status).toBe(404);
    expect(complaints).toEqual([]);
  });
});

test("two people with the link at once make one administrator", { timeout: 60_000 }, async () => {
  const shop = await start({ ...production, SEED: "none" });
  const token = await tokenOf(shop);
  const foreign = await makeAdmin(shop, token, "asing@tokonya.test", "https://evil.test");
  expect(foreign.status).toBe(403);
  const forged = `${Number(token.split(".")[0]) + 1}.${token.split(".")[1]}`;
  expect((await makeAdmin(shop, forged, "palsu@tokonya.test")).status).toBe(404);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => makeAdmin(shop, token, `pemilik-${n}@tokonya.test`)),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([204, 404, 404, 404, 404, 404, 404, 404]);
  const made = await withDatabase(shop, async () => [
    ...(await asSeed()`select role, full_name from profiles`),
  ]);
  expect(made).toEqual([{ role: "ADMIN", full_name: "Sari" }]);
});

test("in production, demo accounts get random passwords in a file, and every output line is JSON", {
  timeout: 90_000,
}, async () => {
  const shop = await start({ ...production, SEED: "demo", ALLOW_DEMO_DATA: "1" });
  const passwords = await secretFile(shop, "demo-passwords.txt");
  for (const { email } of demoAccounts) {
    const own = new RegExp(`${email} +(\\S{16})\n`).exec(passwords)?.[1] ?? "";
    expect(shop.output()).not.toContain(own);
    expect(await signsIn(shop, email, demoPassword)).toBe(400);
    expect(await signsIn(shop, email, own)).toBe(200);
  }
  expect(shop.output()).not.toContain(demoPassword);
  expect(plainLines(shop)).toEqual([]);
  for (const line of shop.output().split("\n").filter(Boolean)) JSON.parse(line);
});

test("a demo shop is not served in production until its passwords are changed or its accounts removed", {
  timeout: 90_000,
}, async () => {
  const dataDir = await newDataDir();
  onTestFinished(() => removeFolder(dataDir));
  const command = async (...words: string[]) => {
    const env = { ...process.env, ...production, DATA_DIR: dataDir };
    const { stdout } = await run(process.execPath, ["server/commands/demo-accounts.ts", ...words], {
      cwd: root,
      env,
    });
    return stdout;
  };
  const refused = await runToEnd({ ...production, DATA_DIR: dataDir, PORT: "0" });
  expect(refused.code).toBe(1);
  expect(refused.output).toContain("admin@etalase.test, customer@etalase.test, staff@etalase.test");
  expect(refused.output).toContain("npm run demo-accounts");

  const said = await command();
  const shop = await start(production, dataDir);
  for (const { email } of demoAccounts) {
    const own = new RegExp(`${email} +(\\S{16})\n`).exec(said)?.[1] ?? "";
    expect(await signsIn(shop, email, demoPassword)).toBe(400);
    expect(await signsIn(shop, email, own)).toBe(200);
  }
  expect(shop.output()).not.toMatch(linkShape);
  await shop.stop();

  expect(await command("remove")).toContain("Removed: admin@etalase.test");
  expect(await command("remove")).toContain("no demo accounts");
  const emptied = await start(production, dataDir);
  expect(await tokenOf(emptied)).not.toBe("");
  const left = await withDatabase(emptied, async () => [
    ...(await asSeed()`select email from auth.users where email like '%@etalase.test'`),
  ]);
  expect(left).toEqual([]);
});

longProof(
  "unsafe settings are printed with their remedy, an untrusted proxy too",
  {
    timeout: 90_000,
  },
  async () => {
    const first = await start({ ...production, SEED: "none" });
    await printed(first, /SMTP_URL names a mail server/);
    const before = first.output();
    for (const part of ["PAYMENTS=stripe", "PUBLIC_URL is not https", "npm run backup <folder>"]) {
      expect(before).toContain(part);
    }
    expect(before).not.toContain("TRUSTED_PROXIES");
    await fetch(`${first.url}/Shop`, { headers: { "X-Forwarded-For": "203.0.113.9" } });
    const noted = () =>
      withDatabase(
        first,
        async () =>
          (await asSeed()`select from private.operation_facts where fact = 'forwarded_header_seen'`)
            .length,
      );
    await expect.poll(noted).toBe(1);
    const { dataDir } = first;
    await first.stop();
    const target = path.join(dataDir, "..", `${path.basename(dataDir)}-backup`);
    const env = { ...process.env, NODE_ENV: "development", DATA_DIR: dataDir };
    await run(process.execPath, ["server/commands/backup.ts", target], { cwd: root, env });
    const again = await start(
      { ...production, PAYMENTS: "cod", SMTP_URL: "smtp://mail.test", SEED: "none" },
      dataDir,
    );
    await printed(again, /TRUSTED_PROXIES/);
    for (const mended of ["SMTP_URL", "PAYMENTS=", "npm run backup"]) {
      expect(again.output()).not.toContain(mended);
    }
    await removeFolder(target);
  },
);
