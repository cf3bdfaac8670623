import { copyFile } from "node:fs/promises";
import path from "node:path";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { databaseAddress } from "#tests/support/runner/embedded-postgres.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import {
  type Program,
  removeFolder,
  runCommand,
  startProgram,
  temporaryFolder,
} from "#tests/support/runner/program.ts";
import { publicKeyOf } from "#tests/support/runner/public-key.ts";

/* Two web processes at one database, both closed and opened by one command. */

let first: Program;
let second: Program;

beforeAll(async () => {
  first = await startProgram();
  const dataDir = await temporaryFolder();
  await copyFile(path.join(first.dataDir, "keys.json"), path.join(dataDir, "keys.json"));
  second = await startProgram({
    dataDir,
    env: {
      ROLE: "web",
      DATABASE_URL: await databaseAddress(first.dataDir),
      STORAGE_URL: `file:${first.dataDir}/storage`,
      // Tokens name the shop's one address.
      PUBLIC_URL: first.url,
    },
  });
}, 120_000);
afterAll(async () => {
  for (const program of [second, first]) {
    await program?.stop();
    if (program) await removeFolder(program.dataDir);
  }
});

const maintenance = async (verb: string) => {
  const { code, stdout } = await runCommand("maintenance", [verb], { DATA_DIR: first.dataDir });
  expect(code).toBe(0);
  return stdout;
};
const statuses = () =>
  Promise.all([first, second].map(async ({ url }) => (await fetch(`${url}/Shop`)).status));
const staffClient = async () =>
  createClient(first.url, await publicKeyOf(first.dataDir), { auth: { persistSession: false } });

test("the shop closes in every process, and providers, staff and probes go on", {
  timeout: 60_000,
}, async () => {
  const staff = await staffClient();
  const account = { email: "staff@etalase.test", password: "etalase-demo-2026" };
  expect((await staff.auth.signInWithPassword(account)).error).toBeNull();
  const apikey = await publicKeyOf(first.dataDir);
  const ask = (address: string, options: { method?: string; token?: string } = {}) =>
    fetch(first.url + address, {
      method: options.method ?? "GET",
      headers: { apikey, ...(options.token ? { Authorization: `Bearer ${options.token}` } : {}) },
    });

  expect(await maintenance("status")).toBe("The shop is open.\n");
  expect(await maintenance("on")).toMatch(/^The shop is closed to visitors since 20/);
  await expect.poll(statuses).toEqual([503, 503]);

  for (const [address, words] of [
    ["/Shop", "Toko sedang dirawat"],
    ["/en/Cart", "Closed for maintenance"],
  ] as const) {
    const page = await fetch(first.url + address);
    expect(page.headers.get("retry-after")).toBe("60");
    expect(await page.text()).toContain(`<h1>${words}</h1>`);
  }
  for (const [method, address] of [
    ["GET", "/rest/v1/products"],
    ["POST", "/functions/v1/quote-cart"],
    ["POST", "/auth/v1/signup"],
    ["POST", "/storage/v1/object/payment-proofs/a.png"],
  ] as const) {
    const answer = await ask(address, { method });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("60");
    expect(await answer.json()).toMatchObject({
      code: "maintenance",
      error: { code: "maintenance" },
    });
  }

  // Staff, payment providers and probes still get answers.
  expect((await staff.from("orders").select("id").limit(1)).error).toBeNull();
  expect((await staffClient().then((c) => c.auth.signInWithPassword(account))).error).toBeNull();
  const unsigned = await fetch(`${first.url}/webhooks/builtin`, { method: "POST", body: "{}" });
  expect(unsigned.status).toBe(400);
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  const customer = await staffClient();
  const { data } = await customer.auth.signInWithPassword({
    ...account,
    email: "customer@etalase.test",
  });
  const token = data.session?.access_token ?? "";
  expect((await ask("/rest/v1/orders", { token })).status).toBe(503);

  expect(await maintenance("off")).toBe("The shop is open.\n");
  await expect.poll(statuses).toEqual([200, 200]);
});

describe.runIf(hasBrowser)("in a browser", { timeout: 60_000 }, () => {
  const chromium = useChromium();

  longProof("visitors read a page about it, staff go on and can sign in", async () => {
    const { page: office, complaints } = await chromium.open({ width: 1280 });
    await signIn(office, first.url, "staff@etalase.test", "/admin");
    await maintenance("on");
    await expect.poll(statuses).toEqual([503, 503]);
    const { page } = await chromium.open();
    expect((await page.goto(`${first.url}/Shop`))?.status()).toBe(503);
    await page.getByRole("heading", { name: "Toko sedang dirawat" }).waitFor();
    expect(await faultsOf(page, "the page of a closed shop", "html")).toEqual([]);

    await office
      .getByRole("link", { name: /^Pesanan/ })
      .first()
      .click();
    await office.waitForURL(/\/admin\/Orders$/);
    expect((await office.reload())?.status()).toBe(200);
    const { page: later } = await chromium.open();
    await signIn(later, first.url, "admin@etalase.test", "/admin");

    await maintenance("off");
    await expect.poll(statuses).toEqual([200, 200]);
    expect((await page.reload())?.status()).toBe(200);
    expect(complaints).toEqual([]);
  });
});
