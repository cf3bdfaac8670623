import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { authenticatorCode } from "#tests/support/browser/authenticator.ts";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { tabTo } from "#tests/support/browser/keyboard.ts";
import { enrolApp, makeAccount, password } from "#tests/support/builders/account.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("taking everything along and leaving", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program, messagesTo } = useProgram(() => ({ AUTH_SMS_INTERVAL: "0" }));

  test("the data export is one file and needs a fresh proof", async () => {
    const email = "berkas@contoh.test";
    await makeAccount(email, "Berkas");
    const { page, complaints } = await chromium.open();
    await signIn(page, program().url, email, "/dashboard/Security");
    const direct = await page.request.get(`${program().url}/dashboard/Security/Data`);
    expect(direct.status()).toBe(403);
    await page.getByRole("button", { name: "Unduh data" }).click();
    await page.getByLabel("Kata sandi Anda").fill("bukan ini");
    await page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await page.getByText("Kata sandi ini tidak cocok. Coba lagi.").waitFor();
    await page.getByLabel("Kata sandi Anda").fill(password);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Lanjut", exact: true }).click(),
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
    // One of the person's orders is under way.
    const [inserted] = await asSeed()<{ id: string }[]>`
      insert into orders (customer_id, status, email, recipient, phone, address, subtotal, discount, shipping,
        tax_included, total, shipping_name, courier, service, earliest, latest, terms_version, idempotency_key,
        request_hash)
      values (${id}, 'awaiting_payment', ${email}, 'Pergi', '+6281234567890', '{"street": "Jl. Braga 1"}', 1000, 0,
        0, 0, 1000, 'Reguler', 'JNE', 'REG', now(), now(), '1', 'pergi', 'x') returning id`;
    const [order] = await asSeed()<{ id: string; number: string }[]>`
      select id, number from orders where id = ${inserted?.id ?? ""}`;
    await page.reload();
    await page.getByText(`pesanan ${order?.number} masih berjalan`, { exact: false }).waitFor();
    expect(await page.getByRole("button", { name: "Hapus akun", exact: true }).count()).toBe(0);
    await asSeed()`update orders set status = 'canceled', closed_at = now() where id = ${order?.id ?? ""}`;
    await page.reload();

    await tabTo(page, "button", "Hapus akun");
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
    expect(await asSeed()`select 1 from auth.users where id = ${id}`).toHaveLength(1);
    await page.keyboard.press("Control+A");
    await page.keyboard.type("hapus");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/Auth\?left=1$/);
    await page.getByText("Akun Anda sudah dihapus dan semua perangkat sudah keluar.").waitFor();

    const [left] = await asSeed()`
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
