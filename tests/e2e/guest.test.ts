import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasBrowser, putMugInCart, useChromium } from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

/** Counts what a purchase asks of a person: screens, fields and taps. */
function countEffort(page: Page) {
  const screens: string[] = [];
  let fields = 0;
  let taps = 0;
  page.on("framenavigated", (frame) => {
    const { pathname } = new URL(frame.url());
    if (frame === page.mainFrame() && screens.at(-1) !== pathname) screens.push(pathname);
  });
  return {
    screens,
    fields: () => fields,
    taps: () => taps,
    tap: async (what: Locator) => {
      taps++;
      await what.click();
    },
    write: async (field: Locator, text: string) => {
      fields++;
      await field.fill(text);
    },
  };
}

async function openCheckoutAsVisitor(page: Page, url: string): Promise<void> {
  await putMugInCart(page, url);
  await page.getByRole("link", { name: "Checkout", exact: true }).click();
  await page.waitForURL(/\/Auth\?next=%2FCheckout/);
}

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
    const { screens, fields, taps, tap, write } = countEffort(page);
    await page.goto(`${program().url}/item/mug-ngopi-dulu`);
    await page.waitForSelector("html[data-alive]");
    await tap(page.getByRole("button", { name: "Beli langsung" }).locator("visible=true"));
    await page.waitForURL(/\/Auth\?next=%2FCheckout/);
    await tap(page.getByRole("button", { name: "Lanjut sebagai tamu" }));
    await page.waitForURL(/\/Checkout$/);
    await write(page.getByLabel("Nama penerima"), "Tamu Bandung");
    await write(page.getByLabel("Nomor HP"), "081234567890");
    await write(page.getByLabel("Email untuk nota"), "tamu@contoh.test");
    await write(page.getByRole("combobox", { name: /Kecamatan/ }), "sumur bandung");
    await tap(page.getByRole("option").first());
    await write(page.getByLabel("Jalan, nomor, RT/RW"), "Jl. Braga 10");
    await tap(page.getByRole("button", { name: "Simpan alamat" }));
    // With QRIS, which is chosen already, the next press pays.
    const pay = page.getByRole("button", { name: /^Bayar Rp/ });
    await expect.poll(() => pay.isEnabled()).toBe(true);
    expect({ screens, fields: fields(), taps: taps() }).toEqual({
      screens: ["/item/mug-ngopi-dulu", "/Auth", "/Checkout"],
      fields: 5,
      taps: 4,
    });

    await page.getByRole("radio", { name: "Kartu debit atau kredit" }).check();
    await page.getByLabel("Nomor kartu").fill("4242424242424242");
    await page.getByLabel("Berlaku sampai").fill("1239");
    await page.getByLabel("CVC").fill("123");
    await page.getByRole("button", { name: /^Bayar Rp/ }).click();
    await page.waitForURL(/\/Success\?order=/);
    await messagesTo("tamu@contoh.test", 1);
    // The name and the number of the address are the buyer's.
    const [profile] = await asSeed()`
      select full_name, phone, contact_email from profiles where contact_email = 'tamu@contoh.test'`;
    expect(profile).toEqual({
      full_name: "Tamu Bandung",
      phone: "+6281234567890",
      contact_email: "tamu@contoh.test",
    });
    await page.getByRole("link", { name: "Simpan sebagai akun" }).waitFor();
    const [order] = await asSeed()<{ customer_id: string; email: string }[]>`
      select o.customer_id, o.email from orders o join auth.users u on u.id = o.customer_id
      where u.is_anonymous`;
    expect(order?.email).toBe("tamu@contoh.test");

    await page.goto(`${program().url}/dashboard`);
    await page.getByText("Kami kirim tautan pesanan ini ke", { exact: false }).first().waitFor();
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

  test("somebody new buys with a code, and is offered a password afterwards", async () => {
    const { page, complaints } = await chromium.open();
    await openCheckoutAsVisitor(page, program().url);
    // The place for which the cart showed prices.
    await page.evaluate(() => {
      const cart = JSON.parse(localStorage.getItem("cart") ?? "{}");
      const label = "Braga, Sumur Bandung, Kota Bandung, Jawa Barat 40111";
      cart.state.region = { code: "3273191001", label, postal_code: "40111" };
      localStorage.setItem("cart", JSON.stringify(cart));
    });
    await page.reload();
    await page.getByLabel("Email atau nomor HP").fill("baru@contoh.test");
    await page.getByRole("button", { name: "Kirim kode" }).click();
    await page.getByLabel("Kode 6 angka").fill(await codeTo("baru@contoh.test", 1));
    await page.waitForURL(/\/Checkout$/);
    // The address of an account is known already.
    expect(await page.getByLabel("Email untuk nota").count()).toBe(0);
    await page.getByLabel("Nama penerima").fill("Baru Sekali");
    await page.getByLabel("Nomor HP").fill("081234567891");
    await page.getByText("Braga, Sumur Bandung, Kota Bandung, Jawa Barat 40111").waitFor();
    expect(await page.getByLabel("Kode pos").inputValue()).toBe("40111");
    await page.getByLabel("Jalan, nomor, RT/RW").fill("Jl. Braga 12");
    await page.getByRole("button", { name: "Simpan alamat" }).click();
    await page.getByRole("radio", { name: "Kartu debit atau kredit" }).check();
    await page.getByLabel("Nomor kartu").fill("4242424242424242");
    await page.getByLabel("Berlaku sampai").fill("1239");
    await page.getByLabel("CVC").fill("123");
    await page.getByRole("button", { name: /^Bayar Rp/ }).click();
    await page.waitForURL(/\/Success\?order=/);
    await page.getByRole("link", { name: "Buat kata sandi" }).click();
    await page.waitForURL(/\/dashboard\/Security$/);
    const [user] = await asSeed()`
      select p.full_name, u.encrypted_password from auth.users u join profiles p using (id)
      where u.email = 'baru@contoh.test'`;
    expect(user).toEqual({ full_name: "Baru Sekali", encrypted_password: null });
    expect(complaints).toEqual([]);
  });

  longProof(
    "an error goes away when its field is mended, and comes back when it is left wrong",
    async () => {
      const { page, complaints } = await chromium.open();
      await openCheckoutAsVisitor(page, program().url);
      await page.getByRole("button", { name: "Lanjut sebagai tamu" }).click();
      await page.waitForURL(/\/Checkout$/);
      const save = page.getByRole("button", { name: "Simpan alamat" });
      const errors = () =>
        page
          .locator("[aria-invalid=true]")
          .evaluateAll((all) => all.map((field) => field.getAttribute("name") || field.role));
      await save.click();
      await expect
        .poll(errors)
        .toEqual(["recipient", "phone", "contact_email", "combobox", "postal_code", "street"]);
      const [first] = await errors();
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
        .toBe(first);

      await page.getByLabel("Nama penerima").pressSequentially("T");
      await page.getByLabel("Nomor HP").pressSequentially("0812");
      // Typing clears, leaving checks.
      await expect.poll(errors).toEqual(["contact_email", "combobox", "postal_code", "street"]);
      await page.getByLabel("Email untuk nota").fill("tamu");
      await expect.poll(errors).toEqual(["phone", "combobox", "postal_code", "street"]);
      await page.getByLabel("Nomor HP").fill("081234567890");
      await expect.poll(errors).toEqual(["contact_email", "combobox", "postal_code", "street"]);
      await page.getByLabel("Email untuk nota").fill("tamu2@contoh.test");
      // The search fills the postal code, which is right at once.
      await page.getByRole("combobox", { name: /Kecamatan/ }).fill("kebayoran baru");
      await page.getByRole("option").first().click();
      await page.getByText(/Kebayoran Baru, Jakarta Selatan 12\d{3}$/).waitFor();
      await expect.poll(errors).toEqual(["street"]);
      // What is still wrong is said again.
      await save.click();
      await expect.poll(errors).toEqual(["street"]);
      await page.getByLabel("Jalan, nomor, RT/RW").fill("Jl. Radio Dalam 5");
      await save.click();
      await page.getByText("Tiba").first().waitFor();
      expect(complaints).toEqual([]);
    },
  );

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
