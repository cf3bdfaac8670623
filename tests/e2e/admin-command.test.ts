import { readFile } from "node:fs/promises";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasBrowser, useChromium } from "#tests/support/browser/browser.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { databaseAddress } from "#tests/support/runner/embedded-postgres.ts";
import {
  type Program,
  removeFolder,
  runCommand,
  startProgram,
} from "#tests/support/runner/program.ts";
import { publicKeyOf } from "#tests/support/runner/public-key.ts";

/* A fresh shop in production with SEED=none, from the first start to the first staff sign-in. */

const owner = "pemilik@tokonya.test";
const password = "tinta cumi di teluk";
const linkShape = /\/ChangeForgotPassword#token_hash=(\w+)&type=(\w+)\n/;

let shop: Program;

beforeAll(async () => {
  const env = { NODE_ENV: "production", SEED: "none" };
  shop = await startProgram({ env });
  openConnections(await databaseAddress(shop.dataDir), { max: 2 });
}, 90_000);
afterAll(async () => {
  await closeConnections();
  await shop?.stop();
  if (shop) await removeFolder(shop.dataDir);
});

const admin = (...words: string[]) =>
  runCommand("admin", words, {
    NODE_ENV: "production",
    SEED: "none",
    DATA_DIR: shop.dataDir,
    PUBLIC_URL: shop.url,
  });

async function client() {
  return createClient(shop.url, await publicKeyOf(shop.dataDir), {
    auth: { persistSession: false },
  });
}

function linkIn(output: string): { token_hash: string; type: "invite" | "recovery" } {
  const [, token_hash = "", type = ""] = linkShape.exec(output) ?? [];
  return { token_hash, type: type as "invite" | "recovery" };
}

const mailsTo = async (email: string) =>
  (
    await asSeed()<{ text: string }[]>`
    select text from private.outbox where recipient = ${email} order by created_at`
  ).map(({ text }) => text);

const firstAdminStatus = async () => {
  const link = await readFile(`${shop.dataDir}/first-administrator.txt`, "utf8");
  return (await fetch(link.trim())).status;
};

test("a shop without demo data has its buckets, its settings and the regions", async () => {
  const [found] = await asSeed()`
    select array(select id from storage.buckets order by id) as buckets,
      (select count(*)::int from shop_settings) as settings,
      (select count(*)::int from products) as products,
      (select count(*) > 80000 from regions) as has_regions`;
  expect(found).toEqual({
    buckets: [
      "avatars",
      "design-assets",
      "import-uploads",
      "media-uploads",
      "mockup-kits",
      "payment-proofs",
      "product-images",
      "return-photos",
      "staff-files",
    ],
    settings: 1,
    products: 0,
    has_regions: true,
  });
});

test("an invitation makes the first administrator by a link that works once, and says so", async () => {
  const { code, stdout } = await admin("invite", owner);
  expect(code).toBe(0);
  const link = linkIn(stdout);
  const [mail = ""] = await mailsTo(owner);
  expect(mail).toContain(link.token_hash);
  const acts = await asSeed()`
    select a.action, a.changes from audit_entries a join auth.users u on u.id::text = a.subject_id where u.email = ${owner}`;
  expect([...acts]).toEqual([
    { action: "role.changed", changes: { role: [expect.any(String), "ADMIN"] } },
  ]);

  // Nobody can sign in yet, so the link of the start still works.
  expect(await firstAdminStatus()).toBe(200);
  const person = await client();
  const { data, error } = await person.auth.verifyOtp(link);
  expect(error).toBeNull();
  expect(data.user?.email).toBe(owner);
  expect((await person.auth.updateUser({ password })).error).toBeNull();
  expect(await firstAdminStatus()).toBe(404);
  expect((await (await client()).auth.verifyOtp(link)).error?.code).toBe("otp_expired");
  // Beside the couriers, which came with the schema.
  const acted = person.from("audit_entries").select("action").neq("action", "couriers.created");
  expect((await acted).data).toEqual([{ action: "role.changed" }, { action: "person.signed_in" }]);

  const listed = await admin("list");
  expect(listed.stdout.trim().split("\n")).toEqual([
    expect.stringMatching(/^email +role +confirmed +second factor +last sign-in \(UTC\)$/),
    expect.stringMatching(
      new RegExp(`^${owner} +ADMIN +yes +no +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$`),
    ),
  ]);
});

test("a reset signs a person out everywhere and lets only the link choose a password", async () => {
  const before = await client();
  expect((await before.auth.signInWithPassword({ email: owner, password })).error).toBeNull();
  const { code, stdout } = await admin("reset-password", owner);
  expect(code).toBe(0);
  expect((await before.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  const stranger = await client();
  expect((await stranger.auth.signInWithPassword({ email: owner, password })).error?.code).toBe(
    "invalid_credentials",
  );
  expect(await mailsTo(owner)).toContainEqual(expect.stringContaining(linkIn(stdout).token_hash));
  const again = await client();
  expect((await again.auth.verifyOtp(linkIn(stdout))).error).toBeNull();
  expect((await again.auth.updateUser({ password })).error).toBeNull();
});

test("a person with an account becomes an administrator and keeps the password", async () => {
  const email = "rekan@tokonya.test";
  const [person] = await asSeed()<{ id: string }[]>`
    insert into auth.users (email, email_confirmed_at) values (${email}, now()) returning id`;
  const { code, stdout } = await admin("invite", email);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `${email} had an account and is an administrator now. Password and sessions stay.\n`,
  });
  const [profile] = await asSeed()`select role from profiles where id = ${person?.id ?? ""}`;
  expect(profile).toEqual({ role: "ADMIN" });
});

test.each([
  [["invite", "bukan-alamat"], "is no email address"],
  [["reset-password", "tiada@tokonya.test"], "has no account"],
  [["remove"], "Write: npm run admin -- invite <email>"],
])("%j changes nothing and says what to write", async (words, said) => {
  const { code, stderr } = await admin(...words);
  expect(code).toBe(2);
  expect(stderr).toContain(said);
});

describe.runIf(hasBrowser)("the empty shop", { timeout: 60_000 }, () => {
  const chromium = useChromium();

  test.each([
    ["/", "Selamat datang di toko kami."],
    ["/en", "Welcome to our shop."],
  ])("welcomes at %s with neutral words", async (path, welcome) => {
    const { page, complaints } = await chromium.open();
    await page.goto(shop.url + path);
    await page.getByRole("heading", { level: 1, name: welcome }).waitFor();
    const html = await page.content();
    expect(html).not.toMatch(/Bandung|Nota &|mug|kaos|T-shirt/i);
    expect(await faultsOf(page, `the empty home page ${path}`, "html")).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("a list without any product says so, and offers no filters", async () => {
    const { page } = await chromium.open();
    await page.goto(`${shop.url}/Shop`);
    await page.getByRole("heading", { name: "Produk pertama sedang kami siapkan" }).waitFor();
    expect(await page.getByText("Filter", { exact: true }).count()).toBe(0);
    await page.getByRole("main").getByRole("link", { name: "Hubungi kami" }).click();
    await page.waitForURL(/\/Contact$/);
  });

  test("an invited person chooses a password in the browser and reaches the back office", async () => {
    const { stdout } = await admin("invite", "kedua@tokonya.test");
    const [link = ""] = /http\S+/.exec(stdout) ?? [];
    const { page } = await chromium.open();
    await page.goto(link);
    await page.getByRole("main").getByRole("button").first().click();
    await page.getByLabel("Kata sandi baru").fill(password);
    await page.getByRole("button", { name: "Simpan" }).click();
    await page.getByRole("link", { name: "Lanjut", exact: true }).click();
    await page.waitForURL(/\/SetDetails$/);
    await page.goto(`${shop.url}/admin`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/admin");
  });
});
