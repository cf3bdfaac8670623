import { describe, expect, test } from "vitest";
import { hasBrowser, useChromium } from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("buying without an account", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program, messagesTo, codeTo } = useProgram(() => ({
    AUTH_CAPTCHA: "1",
  }));

  test("the questions say that no account is needed", async () => {
    const text = async (path: string) => (await fetch(program().url + path)).text();
    expect(await text("/Faq")).toContain("Pilih Lanjut sebagai tamu saat membayar");
    expect(await text("/en/Faq")).toContain("Choose Continue as a guest when you pay");
  });

  test("a guest buys, gives an address for the receipt, and becomes an account with the order", async () => {
    const { page, complaints } = await chromium.open();
    await page.goto(`${program().url}/item/mug-ngopi-dulu`);
    await page
      .getByRole("button", { name: /keranjang/ })
      .first()
      .click();
    await page.getByRole("dialog").waitFor();
    await page.goto(`${program().url}/Checkout`);
    await page.getByRole("button", { name: "Lanjut sebagai tamu" }).click();
    await page.waitForURL(/\/SetDetails/);
    await page.getByLabel("Nama lengkap").fill("Tamu Bandung");
    await page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await page.getByText("Isi email Anda, supaya nota sampai.").waitFor();
    await page.getByLabel("Email untuk nota").fill("tamu@contoh.test");
    await page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await page.waitForURL(/\/Checkout$/);

    // The recipient defaults to the name entered before.
    expect(await page.getByLabel("Nama penerima").inputValue()).toBe("Tamu Bandung");
    await page
      .getByRole("button", { name: /Simpan/ })
      .first()
      .click();
    const wrong = page.getByLabel("Nomor HP");
    await expect.poll(() => wrong.evaluate((e) => e === document.activeElement)).toBe(true);
    await page.getByLabel("Nomor HP").fill("081234567890");
    await page.getByRole("combobox", { name: /Kecamatan/ }).fill("sumur bandung");
    await page.getByRole("option").first().click();
    await page.getByLabel("Jalan, nomor, RT/RW").fill("Jl. Braga 10");
    await page
      .getByRole("button", { name: /Simpan/ })
      .first()
      .click();
    await page.getByRole("radio", { name: "Kartu debit atau kredit" }).check();
    await page.getByLabel("Nomor kartu").fill("4242424242424242");
    await page.getByLabel("Berlaku sampai").fill("1239");
    await page.getByLabel("CVC").fill("123");
    await page.getByRole("button", { name: /^Bayar Rp/ }).click();
    await page.waitForURL(/\/Success\?order=/);
    await messagesTo("tamu@contoh.test", 1);
    const [order] = await asSeed()<{ customer_id: string; email: string }[]>`
      select o.customer_id, o.email from orders o join auth.users u on u.id = o.customer_id
      where u.is_anonymous`;
    expect(order?.email).toBe("tamu@contoh.test");

    await page.goto(`${program().url}/dashboard`);
    await page.getByText("Anda belanja sebagai tamu.", { exact: false }).first().waitFor();
    await page.getByRole("link", { name: "Buat akun" }).click();
    await page.getByLabel("Kata sandi", { exact: true }).fill("nota tamu empat lembar");
    await page.getByRole("button", { name: "Buat akun" }).click();
    await page.getByLabel("Kode 6 angka").waitFor();
    await page.getByLabel("Kode 6 angka").fill(await codeTo("tamu@contoh.test", 2));
    await page.getByRole("button", { name: "Ganti email" }).waitFor();
    const [user] = await asSeed()`
      select id, is_anonymous from auth.users where email = 'tamu@contoh.test'`;
    expect(user).toEqual({ id: order?.customer_id, is_anonymous: false });

    // The screens solve the captcha by themselves; a request without one is refused.
    const key = await page.evaluate(
      () => document.documentElement.innerHTML.match(/sb_publishable_[\w-]+/)?.[0] ?? "",
    );
    const bare = await fetch(`${program().url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: key, "Content-Type": "application/json" },
      body: JSON.stringify({ email: "tamu@contoh.test", password: "nota tamu empat lembar" }),
    });
    expect([bare.status, ((await bare.json()) as { error_code?: string }).error_code]).toEqual([
      400,
      "captcha_failed",
    ]);
    const later = await chromium.open();
    await later.page.goto(`${program().url}/Auth?next=%2Fdashboard%2Forders`);
    await later.page.getByLabel("Email atau nomor HP").fill("tamu@contoh.test");
    await later.page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await later.page.getByLabel("Kata sandi", { exact: true }).fill("nota tamu empat lembar");
    await later.page.getByRole("button", { name: "Masuk", exact: true }).click();
    await later.page.waitForURL(/\/dashboard\/orders$/);
    await later.page
      .getByText(/Mug Ngopi Dulu|No\. /)
      .first()
      .waitFor();
    expect([...complaints, ...later.complaints]).toEqual([]);
  });

  test("a shop that requires accounts offers no guest checkout as soon as the setting changes", async () => {
    const { page } = await chromium.open();
    const open = () => page.goto(`${program().url}/Auth?next=%2FCheckout`);
    await open();
    await page.getByRole("button", { name: "Lanjut sebagai tamu" }).waitFor();
    await asSeed()`update shop_settings set guest_checkout = false`;
    await expect
      .poll(async () => {
        await open();
        await page.getByLabel("Email atau nomor HP").waitFor();
        return page.getByRole("button", { name: "Lanjut sebagai tamu" }).count();
      })
      .toBe(0);
    const faq = await (await fetch(`${program().url}/Faq`)).text();
    expect(faq).not.toContain("Pilih Lanjut sebagai tamu saat membayar");
  });
});
