import { copyFile, readdir, readFile, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { freePort } from "#db/embedded.server.ts";
import { databaseAddress } from "#tests/support/runner/embedded-postgres.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import {
  type Program,
  removeFolder,
  runCommand,
  startProgram,
  temporaryFolder,
} from "#tests/support/runner/program.ts";
import { shareOf } from "#tests/support/runner/whole-run.ts";

interface Check {
  readonly name: string;
  readonly state: string;
  readonly found: string;
  readonly mend?: string;
}

let shop: Program;
beforeAll(async () => {
  shop = await startProgram();
}, 60_000);
afterAll(async () => {
  await shop?.stop();
  if (shop) await removeFolder(shop.dataDir);
});

async function check(env: NodeJS.ProcessEnv) {
  const { code, stdout } = await runCommand("check", ["--json"], {
    DATA_DIR: shop.dataDir,
    PUBLIC_URL: shop.url,
    ...env,
  });
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] };
  return { code, ok, of: (name: string) => checks.filter((one) => one.name === name) };
}

/** A mail server that greets and accepts nothing else. */
async function mailServer(): Promise<string> {
  const server = createServer((socket) => {
    socket.write("220 surat\r\n");
    socket.on("data", (chunk) =>
      socket.write(/^QUIT/i.test(String(chunk)) ? "221 bye\r\n" : "250 ok\r\n"),
    );
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `smtp://127.0.0.1:${port}`;
}

test("a shop that can run passes, and what is only unsafe is a warning", async () => {
  const { code, ok, of } = await check({
    SMTP_URL: await mailServer(),
    MAIL_FROM: "Toko <halo@toko.example>",
    BACKUPS: "external",
  });
  expect({ code, ok }).toEqual({ code: 0, ok: true });
  for (const name of [
    "settings",
    "database",
    "rights",
    "clock",
    "keys",
    "shop_keys",
    "buckets",
    "storage",
    "mail",
    "backup",
    "address",
    "worker",
    "connections",
    "database_folder",
  ]) {
    expect(of(name)).toEqual([{ name, state: "pass", found: expect.any(String) }]);
  }
  expect(of("payment_builtin")).toMatchObject([
    { state: "warn", mend: expect.stringContaining("PAYMENTS=") },
  ]);
  expect(of("administrator")).toMatchObject([
    { state: "warn", mend: expect.stringContaining("second step") },
  ]);
});

test("what does not answer fails with what mends it, and without passwords", async () => {
  const closed = await freePort();
  const { code, of } = await check({
    NODE_ENV: "production",
    PUBLIC_URL: "https://toko.example",
    SMTP_URL: `smtp://orang:sandi-surat@127.0.0.1:${closed}`,
    STORAGE_URL: `s3://toko?endpoint=http://127.0.0.1:${closed}`,
    AWS_ACCESS_KEY_ID: "kunci",
    AWS_SECRET_ACCESS_KEY: "rahasia-s3",
    PAYMENTS: "midtrans",
    MIDTRANS_SERVER_KEY: "SB-Mid-server-rahasia-1234",
    MIDTRANS_CLIENT_KEY: "SB-Mid-client-rahasia-1234",
    MIDTRANS_API_URL: `http://127.0.0.1:${closed}`,
  });
  expect(code).toBe(1);
  for (const name of ["mail", "storage", "payment_midtrans", "backup"]) {
    expect(of(name)).toMatchObject([{ state: "fail", mend: expect.stringMatching(/./) }]);
  }
  expect(of("address")).toMatchObject([
    { state: "warn", found: expect.stringContaining("everybody is signed out") },
  ]);
  expect(JSON.stringify(["mail", "storage", "payment_midtrans"].map(of))).not.toMatch(
    /sandi-surat|rahasia/,
  );
});

longProof("a database that does not answer and unusable settings fail in sentences", async () => {
  const gone = await check({
    DATABASE_URL: `postgres://u:geheim@127.0.0.1:${await freePort()}/toko`,
  });
  expect(gone.code).toBe(1);
  expect(gone.of("database")).toEqual([
    {
      name: "database",
      state: "fail",
      found:
        "The database at DATABASE_URL does not respond (ECONNREFUSED). Check the address, and that PostgreSQL is running.",
      mend: "Check DATABASE_URL, and whether PostgreSQL runs.",
    },
  ]);
  const wrong = await check({ LOG_LEVEL: "verbose", STORAGE_URL: "s3://toko" });
  expect(wrong.code).toBe(1);
  expect(wrong.of("settings").map(({ found }) => found)).toEqual([
    expect.stringContaining("AWS_ACCESS_KEY_ID"),
    expect.stringContaining("AWS_SECRET_ACCESS_KEY"),
    expect.stringContaining('LOG_LEVEL is "verbose"'),
  ]);
});

/** A path for a DATA_DIR, which does not exist yet. */
async function strangeFolder(): Promise<string> {
  const parent = await temporaryFolder();
  onTestFinished(() => removeFolder(parent));
  return path.join(parent, "data");
}

const commands: readonly (readonly [string, ...string[]])[] = [
  ["keys", "rotate"],
  ["keys", "list"],
  ["admin", "list"],
  ["maintenance", "on"],
  ["backup", path.join(tmpdir(), "etalase-no-backup")],
  ["keys", "retire"],
  ["keys", "accept"],
  ["admin", "invite", "pemilik@contoh.test"],
  ["reconcile"],
  ["demo-accounts"],
  ["rebuild-catalogue"],
  ["types", path.join(tmpdir(), "etalase-no-types.ts")],
];

test("a command in a folder without a shop fails and creates no file", async () => {
  const folder = await strangeFolder();
  for (const [name, ...words] of shareOf(commands, 1, 3)) {
    const { code, stderr } = await runCommand(name, words, { DATA_DIR: folder });
    expect({ name, code, stderr }).toEqual({
      name,
      code: 2,
      stderr: expect.stringContaining(`${folder} has no shop`),
    });
  }
  expect(await readdir(path.dirname(folder))).toEqual([]);
});

test("a DATA_DIR with keys and without a database fails the check", async () => {
  const DATA_DIR = await strangeFolder();
  expect((await runCommand("keys", ["create"], { DATA_DIR })).code).toBe(0);
  const { code, of } = await check({ DATA_DIR });
  expect(code).toBe(1);
  expect(of("database")).toMatchObject([
    { state: "fail", found: expect.stringContaining("keys of a shop"), mend: expect.any(String) },
  ]);
});

test("with DATABASE_URL, commands use the shop's keys or fail", async () => {
  const DATA_DIR = await strangeFolder();
  const DATABASE_URL = await databaseAddress(shop.dataDir);
  for (const words of [["rotate"], ["list"]]) {
    expect(await runCommand("keys", words, { DATABASE_URL, DATA_DIR })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`There is no keys.json in ${DATA_DIR}`),
    });
  }
  const invited = ["invite", "pemilik@contoh.test"];
  expect(await runCommand("admin", invited, { DATABASE_URL, DATA_DIR })).toMatchObject({ code: 2 });
  const asked = await runCommand("maintenance", ["status"], { DATABASE_URL, DATA_DIR });
  expect(asked).toMatchObject({ code: 0, stdout: "The shop is open.\n" });
  expect(await readdir(path.dirname(DATA_DIR))).toEqual([]);

  const other = await strangeFolder();
  expect((await runCommand("keys", ["create"], { DATA_DIR: other })).code).toBe(0);
  expect((await stat(path.join(other, "keys.json"))).mode & 0o777).toBe(0o600);
  const made = await readFile(path.join(other, "keys.json"), "utf8");
  for (const words of [["create"], ["rotate"]]) {
    const refused = await runCommand("keys", words, { DATABASE_URL, DATA_DIR: other });
    expect(refused.code).toBe(2);
  }
  expect(await readFile(path.join(other, "keys.json"), "utf8")).toBe(made);

  const KEYS_FILE = path.join(path.dirname(DATA_DIR), "shop-keys.json");
  await copyFile(path.join(shop.dataDir, "keys.json"), KEYS_FILE);
  const before = JSON.parse(await readFile(KEYS_FILE, "utf8"));
  const rotated = await runCommand("keys", ["rotate"], { DATABASE_URL, DATA_DIR, KEYS_FILE });
  expect(rotated).toMatchObject({ code: 0, stdout: expect.stringContaining(KEYS_FILE) });
  const after = JSON.parse(await readFile(KEYS_FILE, "utf8"));
  expect(after.previous).toEqual({ publishable: before.publishable, secret: before.secret });
  expect(after.signing.slice(1)).toEqual(before.signing);
});
