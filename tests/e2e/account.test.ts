import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { asShop } from "#db/client.server.ts";
import { authenticatorCode } from "#tests/support/authenticator.ts";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser.ts";
import { oidcDouble } from "#tests/support/oidc.ts";
import { useProgram } from "#tests/support/running-program.ts";

const password = "etalase-demo-2026";

/** A confirmed account of its own for each test; password as the demo accounts have. */
async function makeAccount(email: string, name: string): Promise<string> {
  const [user] = await asShop()<{ id: string }[]>`
    insert into auth.users (email, email_confirmed_at, encrypted_password, raw_user_meta_data)
    select ${email}, now(), encrypted_password, jsonb_build_object('full_name', ${name}::text)
    from auth.users where email = 'customer@etalase.test' returning id`;
  const id = user?.id ?? "";
  await asShop()`
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    values (${id}, ${id}, jsonb_build_object('sub', ${id}::text, 'email', ${email}::text), 'email')`;
  await asShop()`
    insert into addresses (customer_id, recipient, phone, region_code, postal_code, street)
    values (${id}, ${name}, '+6281234567890', '3273191001', '40111', 'Jl. Braga 1')`;
  return id;
}

async function enrolApp(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "Tambah aplikasi" }).click();
  await page.getByLabel("Nama", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Lanjut" }).click();
  await page.getByRole("img", { name: "Kode QR untuk aplikasi autentikasi" }).waitFor();
  const secret = ((await page.locator("code").textContent()) ?? "").trim();
  await page.getByLabel("Kode 6 angka dari aplikasi").fill(authenticatorCode(secret));
  await page.getByText(name, { exact: true }).waitFor();
  return secret;
}

async function toSecondStep(page: Page, url: string, email: string, next: string) {
  await page.goto(`${url}/Auth?next=${encodeURIComponent(next)}`);
  await page.getByLabel("Email atau nomor HP").fill(email);
  await page.getByRole("button", { name: "Lanjut", exact: true }).click();
  await page.getByLabel("Kata sandi", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Masuk", exact: true }).click();
  await page.getByRole("heading", { name: "Langkah kedua" }).waitFor();
}

describe.runIf(hasBrowser)("what keeps an account and what ends it", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const provider = oidcDouble();
  const { program, messagesTo, codeTo } = useProgram(() => ({
    AUTH_SMS_INTERVAL: "0",
    OIDC_NAME: "kartu",
    OIDC_ISSUER: provider().issuer,
    OIDC_CLIENT_ID: provider().clientId,
    OIDC_CLIENT_SECRET: provider().clientSecret,
  }));

  test("recovery codes are shown once, and one of them opens the second step", async () => {
    const email = "pulih@contoh.test";
    await makeAccount(email, "Pulih");
    const { page, context, complaints } = await chromium.open({ width: 1280 });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn(page, program().url, email, "/dashboard/Security");
    expect(await page.getByRole("button", { name: "Buat kode pemulihan" }).count()).toBe(0);
    await enrolApp(page, "HP Pulih");
    await page.getByRole("button", { name: "Buat kode pemulihan" }).click();
    await page.getByText(/Hanya sekali ini/).waitFor();
    const codes = await page.locator("ol li").allTextContents();
    expect(codes).toHaveLength(10);
    await page.getByRole("button", { name: "Salin" }).click();
    await page.getByRole("button", { name: "Tersalin" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Unduh", exact: true }).click(),
    ]);
    const saved = await readFile(await file.path(), "utf8");
    for (const code of codes) {
      expect(copied).toContain(code);
      expect(saved).toContain(code);
    }
    // On paper there is nothing but the codes.
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("heading", { name: "Perangkat" }).isVisible()).toBe(false);
    expect(await page.getByText(codes[9] ?? "").isVisible()).toBe(true);
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("button", { name: "Sudah saya simpan" }).click();
    await page.reload();
    expect(await page.getByText(codes[0] ?? "").count()).toBe(0);
    await page.getByText("Sisa 10 dari 10 kode belum dipakai.").waitFor();

    const other = await chromium.open();
    await toSecondStep(other.page, program().url, email, "/dashboard/Security");
    await other.page.getByRole("button", { name: "Pakai kode pemulihan" }).click();
    await other.page.getByLabel("Kode pemulihan").fill("AAAAA-22222");
    await other.page.getByRole("button", { name: "Masuk", exact: true }).click();
    await other.page.getByText(/Kode pemulihan salah atau sudah dipakai/).waitFor();
    await other.page.getByLabel("Kode pemulihan").fill((codes[0] ?? "").toLowerCase());
    await other.page.getByRole("button", { name: "Masuk", exact: true }).click();
    await other.page.waitForURL(/\/dashboard\/Security$/);
    await other.page.getByText("Sisa 9 dari 10 kode belum dipakai.").waitFor();
    expect((await messagesTo(email, 1))[0]?.subject).toBe("Kode pemulihan dipakai");
    expect([...complaints, ...other.complaints]).toEqual([]);
  });

  test("a number as second step: added, renamed, used to sign in, removed", async () => {
    const email = "nomor@contoh.test";
    const id = await makeAccount(email, "Nomor");
    const { page, complaints } = await chromium.open();
    await signIn(page, program().url, email, "/dashboard/Security");
    await page.getByRole("button", { name: "Tambah nomor HP" }).click();
    await page.getByLabel("Nomor HP").fill("12");
    await page.getByRole("button", { name: "Kirim kode" }).click();
    await page.getByText(/Nomor HP Indonesia dimulai 08/).waitFor();
    await page.getByLabel("Nomor HP").fill("0812 7000 3333");
    await page.getByRole("button", { name: "Kirim kode" }).click();
    await page.getByLabel("Kode 6 angka").fill(await codeTo("+6281270003333", 1));
    await page.getByText("SMS ke •••• 3333").waitFor();

    await page.getByRole("button", { name: "Ganti nama 0812-7000-3333" }).click();
    await page.getByLabel("Nama", { exact: true }).fill(" ");
    await page.getByRole("button", { name: "Simpan nama" }).click();
    await page.getByText("Isi namanya.").waitFor();
    await page.getByLabel("Nama", { exact: true }).fill("Nomor rumah");
    await page.getByRole("button", { name: "Simpan nama" }).click();
    await page.getByText("Nomor rumah", { exact: true }).waitFor();
    const factors = await asShop()`
      select friendly_name, factor_type, status, phone from auth.mfa_factors where user_id = ${id}`;
    expect(factors).toEqual([
      {
        friendly_name: "Nomor rumah",
        factor_type: "phone",
        status: "verified",
        phone: "6281270003333",
      },
    ]);

    const other = await chromium.open({ width: 1280 });
    await toSecondStep(other.page, program().url, email, "/dashboard");
    await other.page.getByRole("button", { name: "Kirim kode ke •••• 3333" }).click();
    await other.page.getByLabel("Kode 6 angka").fill(await codeTo("+6281270003333", 2));
    await other.page.waitForURL(/\/dashboard$/);

    await page.getByRole("button", { name: "Hapus Nomor rumah" }).click();
    await page.getByRole("button", { name: "Ya, hapus" }).click();
    await page.getByText("Kata sandi saja yang menjaga akun Anda.").waitFor();
    expect(await asShop()`select 1 from auth.mfa_factors where user_id = ${id}`).toHaveLength(0);
    expect([...complaints, ...other.complaints]).toEqual([]);
  });

  test("another way to sign in is connected and disconnected, the last one stays; signing out everywhere", async () => {
    const email = "hubung@contoh.test";
    const id = await makeAccount(email, "Hubung");
    provider().person = { sub: "hubung", email, email_verified: true };
    const ways = async () =>
      (
        await asShop()<{ provider: string }[]>`
          select provider from auth.identities where user_id = ${id} order by provider`
      ).map((row) => row.provider);
    const { page, complaints } = await chromium.open();
    await signIn(page, program().url, email, "/dashboard/Security");
    await page.getByText("Satu-satunya cara masuk").waitFor();
    await page.getByRole("button", { name: "Hubungkan Kartu" }).click();
    await page.waitForURL((url) => url.pathname === "/dashboard/Security" && url.search === "");
    await page.getByRole("button", { name: "Lepas" }).first().waitFor();
    expect(await ways()).toEqual(["email", "kartu"]);
    await page.getByRole("listitem").filter({ hasText: "Kartu" }).getByRole("button").click();
    await page.getByRole("button", { name: "Ya, lepas" }).click();
    await page.getByText("Satu-satunya cara masuk").waitFor();
    expect(await ways()).toEqual(["email"]);

    // The card of somebody else opens that account and cannot be connected here.
    provider().person = {
      sub: "orang-lain",
      email: "orang-lain@contoh.test",
      email_verified: true,
    };
    const stranger = await chromium.open();
    await stranger.page.goto(`${program().url}/Auth`);
    await stranger.page.getByRole("button", { name: "Lanjut dengan Kartu" }).click();
    await stranger.page.waitForURL(/\/SetDetails/);
    await page.getByRole("button", { name: "Hubungkan Kartu" }).click();
    await page.getByText(/sudah terhubung ke akun lain/).waitFor();
    expect(await ways()).toEqual(["email"]);

    const elsewhere = await chromium.open();
    await signIn(elsewhere.page, program().url, email);
    await page.getByRole("button", { name: "Keluar dari semua perangkat" }).click();
    await page.waitForURL(/\/Auth$/);
    expect(await asShop()`select 1 from auth.sessions where user_id = ${id}`).toHaveLength(0);
    await elsewhere.page.goto(`${program().url}/dashboard`);
    await elsewhere.page.waitForURL(/\/Auth/);
    expect([...complaints, ...elsewhere.complaints]).toEqual([]);
  });

  test("the data comes as one file after a proof, and never without", async () => {
    const email = "berkas@contoh.test";
    await makeAccount(email, "Berkas");
    const { page, complaints } = await chromium.open();
    await signIn(page, program().url, email, "/dashboard/Security");
    const direct = await page.request.get(`${program().url}/dashboard/Security/Data`);
    expect(direct.status()).toBe(403);
    await page.getByRole("button", { name: "Unduh data" }).click();
    await page.getByLabel("Kata sandi Anda").fill("bukan ini");
    await page.getByRole("button", { name: "Lanjut" }).click();
    await page.getByText("Kata sandi ini tidak cocok. Coba lagi.").waitFor();
    await page.getByLabel("Kata sandi Anda").fill(password);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Lanjut" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^data-\d{4}-\d\d-\d\d\.json$/);
    const data = JSON.parse(await readFile(await file.path(), "utf8"));
    expect(data.account.email).toBe(email);
    expect(data.addresses).toMatchObject([{ recipient: "Berkas" }]);
    expect(data.sessions).toHaveLength(1);
    await page.getByText("Berkasnya sudah diunduh.").waitFor();
    const foreign = await (await chromium.open()).page.request.get(
      `${program().url}/dashboard/Security/Data`,
      { maxRedirects: 0 },
    );
    expect(foreign.status()).toBe(302);
    expect(complaints).toEqual([]);
  });

  test("an account is deleted for good, by keyboard alone, once nothing is open", async () => {
    const email = "pergi@contoh.test";
    const id = await makeAccount(email, "Pergi");
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, email, "/dashboard/Security");
    const secret = await enrolApp(page, "HP Pergi");
    // One order of theirs is under way.
    const [order] = await asShop()<{ id: string; number: string }[]>`
      insert into orders (customer_id, status, email, recipient, phone, address, subtotal, discount, shipping,
        tax_included, total, shipping_name, courier, service, earliest, latest, terms_version, idempotency_key,
        request_hash)
      values (${id}, 'awaiting_payment', ${email}, 'Pergi', '+6281234567890', '{"street": "Jl. Braga 1"}', 1000, 0,
        0, 0, 1000, 'Reguler', 'JNE', 'REG', now(), now(), '1', 'pergi', 'x') returning id, number`;
    await page.reload();
    await page.getByText(`pesanan ${order?.number} masih berjalan`, { exact: false }).waitFor();
    expect(await page.getByRole("button", { name: "Hapus akun", exact: true }).count()).toBe(0);
    await asShop()`update orders set status = 'canceled', closed_at = now() where id = ${order?.id ?? ""}`;
    await page.reload();

    const tabTo = async (name: string) => {
      const wanted = page.getByRole("button", { name, exact: true });
      for (let step = 0; step < 60; step++) {
        if (await wanted.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press("Tab");
      }
      throw new Error(`the keyboard does not reach ${name}`);
    };
    await tabTo("Hapus akun");
    await page.keyboard.press("Enter");
    await page.getByLabel("Kode 6 angka dari aplikasi").waitFor();
    await page.keyboard.type(authenticatorCode(secret, 1));
    await page.getByLabel("Kata sandi Anda").waitFor();
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.getByLabel("Ketik HAPUS untuk melanjutkan").waitFor();
    await page.keyboard.type("tidak");
    await page.keyboard.press("Enter");
    await page.getByText("Ketik kata itu persis seperti tertulis.").waitFor();
    expect(await asShop()`select 1 from auth.users where id = ${id}`).toHaveLength(1);
    await page.keyboard.press("Control+A");
    await page.keyboard.type("hapus");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/Auth\?left=1$/);
    await page.getByText("Akun Anda sudah dihapus dan semua perangkat sudah keluar.").waitFor();

    const [left] = await asShop()`
      select
        (select count(*)::int from auth.users where id = ${id}) as users,
        (select count(*)::int from auth.sessions where user_id = ${id}) as sessions,
        (select count(*)::int from auth.mfa_factors where user_id = ${id}) as factors,
        (select count(*)::int from auth.identities where user_id = ${id}) as identities,
        (select count(*)::int from profiles where id = ${id}) as profiles,
        (select count(*)::int from addresses where customer_id = ${id}) as addresses,
        (select json_build_object('total', total, 'email', email, 'customer_id', customer_id) from orders
          where id = ${order?.id ?? ""}) as "order"`;
    expect(left).toEqual({
      users: 0,
      sessions: 0,
      factors: 0,
      identities: 0,
      profiles: 0,
      addresses: 0,
      order: { total: 1000, email: "", customer_id: null },
    });
    expect((await messagesTo(email, 1))[0]?.subject).toBe("Akun Anda sudah dihapus");
    await page.goto(`${program().url}/dashboard`);
    await page.waitForURL(/\/Auth\?next/);
    await page.getByLabel("Email atau nomor HP").fill(email);
    await page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await page.getByLabel("Kata sandi", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Masuk", exact: true }).click();
    await page.getByText(/tidak cocok/).waitFor();
    expect(complaints).toEqual([]);
  });
});
