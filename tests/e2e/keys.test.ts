import { execFile } from "node:child_process";
import { copyFile, readdir, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { createClient } from "@supabase/supabase-js";
import { expect, onTestFinished, test } from "vitest";
import { generateKeys, type KeyFile, writeKeys } from "#backend/gateway/key-file.server.ts";
import { demoPassword } from "#db/seed/accounts.server.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { databaseAddress } from "#tests/support/runner/embedded-postgres.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import {
  newDataDir,
  type Program,
  removeFolder,
  runToEnd,
  startProgram,
  temporaryFolder,
} from "#tests/support/runner/program.ts";

const run = promisify(execFile);

async function keysOf(dataDir: string): Promise<KeyFile> {
  return JSON.parse(await readFile(path.join(dataDir, "keys.json"), "utf8"));
}

async function command(dataDir: string, ...words: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: "development" };
  const { stdout } = await run(process.execPath, ["server/commands/keys.ts", ...words], { env });
  return stdout;
}

/** The statuses of a person's token, of both API keys, and of the figures for Prometheus. */
async function accepted(program: Program, keys: KeyFile, token: string): Promise<number[]> {
  const ask = (apikey: string, bearer = apikey) =>
    fetch(`${program.url}/rest/v1/orders?select=id&limit=1`, {
      headers: { apikey, Authorization: `Bearer ${bearer}` },
    }).then(({ status }) => status);
  const current = await keysOf(program.dataDir);
  return [
    await ask(current.publishable, token),
    await ask(keys.secret),
    // A visitor reads no orders; an unknown key is refused in another way.
    (
      await fetch(`${program.url}/rest/v1/products?select=id&limit=1`, {
        headers: { apikey: keys.publishable },
      })
    ).status,
    (await fetch(`${program.url}/metrics`, { headers: { apikey: keys.secret } })).status,
  ];
}

longProof(
  "keys rotate in two steps: the old ones are accepted until they are retired",
  { timeout: 90_000 },
  async () => {
    const first = await startProgram();
    const { dataDir } = first;
    onTestFinished(() => removeFolder(dataDir));
    const old = await keysOf(dataDir);
    const client = createClient(first.url, old.publishable, { auth: { persistSession: false } });
    const { data } = await client.auth.signInWithPassword({
      email: "customer@etalase.test",
      password: demoPassword,
    });
    const token = data.session?.access_token ?? "";
    const oldFile = path.join(dataDir, "old-keys.json");
    await copyFile(path.join(dataDir, "keys.json"), oldFile);

    expect(await command(dataDir, "rotate")).toContain("npm run keys -- retire");
    const rotated = await keysOf(dataDir);
    expect(rotated.signing[0]?.kid).not.toBe(old.signing[0]?.kid);
    await expect(command(dataDir, "retire")).rejects.toThrow("No process has started with the new");
    await first.stop();
    const second = await startProgram({ dataDir, port: Number(new URL(first.url).port) });
    expect(await accepted(second, old, token)).toEqual([200, 200, 200, 200]);
    expect(await accepted(second, rotated, token)).toEqual([200, 200, 200, 200]);
    const listed = await command(dataDir, "list");
    expect(listed.match(/in use, the shop's/g)).toHaveLength(4);
    expect(listed.match(/still accepted/g)).toHaveLength(3);
    for (const secret of [rotated.secret, old.secret, rotated.pepper, rotated.publishable]) {
      expect(listed).not.toContain(secret);
    }
    await second.stop();

    // A process that was left with the old keys would not accept the tokens of the others.
    const left = await runToEnd({ DATA_DIR: dataDir, PORT: "0", KEYS_FILE: oldFile });
    expect(left.code).toBe(1);
    expect(left.output).toContain("The signing key of this process is not the one of the shop");

    await command(dataDir, "retire");
    const third = await startProgram({ dataDir, port: Number(new URL(first.url).port) });
    expect(await accepted(third, old, token)).toEqual([401, 401, 401, 404]);
    expect((await accepted(third, rotated, token)).slice(1)).toEqual([200, 200, 200]);
    await third.stop();
  },
);

longProof(
  "a process with other keys is refused, until it has the shop's or they are accepted",
  { timeout: 90_000 },
  async () => {
    const dataDir = await newDataDir({ SEED: "none" });
    onTestFinished(() => removeFolder(dataDir));
    const file = path.join(dataDir, "keys.json");
    const shops = path.join(await temporaryFolder(), "keys");
    onTestFinished(() => removeFolder(path.dirname(shops)));
    await rename(file, shops);
    await writeKeys(file, await generateKeys());
    const env = { DATA_DIR: dataDir, PORT: "0", SEED: "none" };
    const { code, output } = await runToEnd(env);
    expect(code).toBe(1);
    expect(output.trim().split("\n").at(-1)).toBe(
      "The pepper of this process is not the one of the shop in this database: people would be signed out, and links and second factors would fail. Give this process the keys.json (or KEYS) of the others, or of a backup. If those are lost for good, npm run keys -- accept makes these the shop's.",
    );

    // All keys come from a file elsewhere, as a mounted secret; none is made or read in DATA_DIR.
    await rename(file, `${file}.other`);
    const mounted = await startProgram({ dataDir, env: { SEED: "none", KEYS_FILE: shops } });
    expect(await readdir(dataDir)).not.toContain("keys.json");
    await mounted.stop();

    await rename(`${file}.other`, file);
    await command(dataDir, "accept");
    const accepting = await startProgram({ dataDir, env: { SEED: "none" } });
    expect(await accepting.stop()).toBe(0);
  },
);

test("lost keys: the list goes on with new ones, nobody who said no hears again, and the old file brings all back", async () => {
  const first = await startProgram({ env: { SEED: "none" } });
  const { dataDir } = first;
  onTestFinished(() => removeFolder(dataDir));
  const port = Number(new URL(first.url).port);
  const post = (url: string, fields: Record<string, string>) =>
    fetch(url, {
      method: "POST",
      headers: { Origin: new URL(url).origin },
      body: new URLSearchParams(fields),
    });
  const textTo = async (program: Program, address: string) => {
    const mails: { to: string; text: string }[] = await (
      await fetch(`${program.url}/dev/mail.json`)
    ).json();
    return mails.find(({ to }) => to === address)?.text ?? "";
  };
  /** Signs an address up and confirms. @returns the page of its choices */
  const subscribe = async (program: Program, address: string) => {
    await post(`${program.url}/en/Subscribe`, { email: address, plain: "1" });
    const [link = ""] = /\/en\/Subscribe\/[\w-]{43}/.exec(await textTo(program, address)) ?? [];
    const page = await (await post(program.url + link, {})).text();
    return /\/en\/Unsubscribe\?t=[\w-]{44}/.exec(page)?.[0] ?? "";
  };
  const inDatabase = async <T>(work: () => Promise<T>): Promise<T> => {
    openConnections(await databaseAddress(dataDir), { max: 1 });
    return work().finally(closeConnections);
  };
  /** Whether each address gets news. */
  const gets = (...addresses: string[]) =>
    inDatabase(async () => {
      const rows = await asSeed()<{ gets: boolean }[]>`
        select private.may_mail_address(a, 'news') as gets from unnest(${addresses}::text[]) with ordinality as t (a, n) order by n`;
      return rows.map((row) => row.gets);
    });
  const stays = await subscribe(first, "tetap@contoh.test");
  const left = await subscribe(first, "pergi@contoh.test");
  await post(first.url + left, { intent: "stop-all", t: left.split("=")[1] ?? "" });
  await subscribe(first, "dihapus@contoh.test");
  await inDatabase(
    () => asSeed()`
      select private.forget_mail_recipient(id) from private.mail_recipients where email = 'dihapus@contoh.test'`,
  );
  expect(await gets("tetap@contoh.test", "pergi@contoh.test", "dihapus@contoh.test")).toEqual([
    ...[true, false, false],
  ]);
  await first.stop();

  const file = path.join(dataDir, "keys.json");
  await rename(file, `${file}.lost`);
  await writeKeys(file, await generateKeys());
  expect(await command(dataDir, "accept")).toMatch(
    /shop's now[\s\S]*The mailing list: 2 addresses are hashed with the new key\.\n1 people said no/,
  );
  const second = await startProgram({ dataDir, port, env: { SEED: "none" } });
  expect(await gets("tetap@contoh.test", "pergi@contoh.test")).toEqual([true, false]);
  // Three an hour without a captcha are over. Whoever comes new is silent until the confirmation, which works as before; a link of an earlier mail still stops.
  await inDatabase(() => asSeed()`delete from private.rate_limits where key like 'sign-up%'`);
  await subscribe(second, "baru@contoh.test");
  expect(await gets("baru@contoh.test")).toEqual([true]);
  const token = stays.split("=")[1] ?? "";
  await post(second.url + stays, { intent: "stop", topic: "news", t: token });
  expect(await gets("tetap@contoh.test")).toEqual([false]);
  await second.stop();

  await rename(`${file}.lost`, file);
  const again = await command(dataDir, "accept");
  expect(again).toContain("The mailing list: 3 addresses");
  expect(again).not.toContain("said no");
  const third = await startProgram({ dataDir, port, env: { SEED: "none" } });
  expect(await gets("baru@contoh.test", "pergi@contoh.test", "tetap@contoh.test")).toEqual([
    ...[true, false, false],
  ]);
  expect(await third.stop()).toBe(0);
}, 120_000);
