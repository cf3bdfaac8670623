import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { brokenRules, hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";
import { accountId } from "../../db/seed/accounts.server.ts";

describe.runIf(hasBrowser)("codes and delivery, as a buyer meets them", { timeout: 60_000 }, () => {
  const { program } = useProgram();
  const chromium = useChromium();

  async function fill(page: Page, codes: readonly string[]): Promise<string> {
    const [mug] = await asSeed()<{ id: string; sku: string }[]>`
      select v.id, v.sku from product_variants v join products p on p.id = v.product_id
      join stock_items s on s.variant_id = v.id
      where p.slug = 'mug-ngopi-dulu' and s.available > 20 order by v.id limit 1`;
    const state = {
      lines: [{ variant_id: mug?.id, quantity: 2 }],
      promo_codes: codes,
      region: { code: "3273191001", label: "Braga, Sumur Bandung, Kota Bandung, 40111" },
    };
    await page.goto(`${program().url}/Faq`);
    await page.evaluate(
      (cart) => localStorage.setItem("cart", cart),
      JSON.stringify({ state, version: 1 }),
    );
    return mug?.sku ?? "";
  }

  test("the cart says why a code does not apply and what is missing; then it applies", async () => {
    const { page, complaints } = await chromium.open();
    await fill(page, ["MUGKETIGA", "LEBARAN2026", "SALAHKETIK"]);
    await page.goto(`${program().url}/Cart`);
    await page.getByText("MUGKETIGA berlaku bila menambah 1 barang lagi.").waitFor();
    await page.getByText(/LEBARAN2026 sudah berakhir pada 31 Mar 2026, 23\.59 WIB/).waitFor();
    await page.getByText("SALAHKETIK tidak ditemukan. Cek penulisannya.").waitFor();
    await page
      .getByRole("button", { name: /Tambah|tambah/ })
      .first()
      .click();
    await page.getByText("MUGKETIGA Beli 2 mug, mug ketiga gratis").waitFor();
    await page.getByText("Potongan MUGKETIGA").waitFor();
    await page.getByText("Ambil di toko").waitFor();

    // A gift stays in the cart while its promotion applies, and is removed automatically.
    await asSeed()`
      insert into promotions (id, name, class, type, automatic, min_subtotal, gift_variant_id, get_quantity)
      select gen_random_uuid(), '{"id": "Hadiah akhir tahun", "en": "Year-end gift"}', 'product', 'gift', true, 1, s.variant_id, 1
      from stock_items s join product_variants v on v.id = s.variant_id join products p on p.id = v.product_id
      where s.available > 5 and p.status = 'published' and not v.archived and p.slug <> 'mug-ngopi-dulu'
      order by v.price limit 1`;
    await page.reload();
    await page.getByText("Hadiah", { exact: true }).waitFor();
    await page.getByText("Hadiah akhir tahun").waitFor();
    await asSeed()`update promotions set enabled = false where type = 'gift'`;
    await page.reload();
    await page.getByText("Potongan MUGKETIGA").waitFor();
    await page.getByText("Hadiah akhir tahun").waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
  });

  test("on a phone total and checkout stay visible in the cart; a capped delivery discount is not called free delivery", async () => {
    const { page, complaints } = await chromium.open();
    await asSeed()`update shipping_rates set free_from = 1, max_subsidy = 2000`;
    const sku = await fill(page, []);
    await page.goto(`${program().url}/Cart`);
    await page.getByText("Potongan ongkir maksimal Rp2.000 sudah berlaku").waitFor();
    expect(await page.getByText("gratis ongkir").count()).toBe(0);
    const bar = page.getByRole("link", { name: "Checkout", exact: true });
    expect(await bar.evaluate((node) => node.getBoundingClientRect().bottom)).toBeLessThan(844);
    // The end of the page is not under the bar.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const footer = await page
      .locator("footer a")
      .last()
      .evaluate((node) => node.getBoundingClientRect().bottom);
    const top = await page
      .locator("[data-buy-bar]")
      .evaluate((node) => node.getBoundingClientRect().top);
    expect(footer).toBeLessThanOrEqual(top);
    await asSeed()`update shipping_rates set max_subsidy = null`;
    await page.reload();
    await page.getByText("Anda dapat gratis ongkir").waitFor();
    // Below the threshold the bar shows the missing amount; one more piece reaches the threshold.
    const [{ price = 0 } = {}] = await asSeed()<{ price: number }[]>`
      select price::int from product_variants where sku = ${sku}`;
    await asSeed()`update shipping_rates set free_from = ${2 * price + 5000}`;
    await page.reload();
    await page.getByText("Kurang Rp5.000 lagi untuk gratis ongkir").waitFor();
    await page
      .getByRole("button", { name: /^Tambah/ })
      .first()
      .click();
    await page.getByText("Anda dapat gratis ongkir").waitFor();
    await asSeed()`update shipping_rates set free_from = null`;
    expect(await brokenRules(page)).toEqual([]);
    await bar.click();
    await page.waitForURL(/\/(Auth|Checkout)/);
    expect(complaints).toEqual([]);
  });

  test("the chosen delivery stays chosen, and a removed or dearer one is reported", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    const customer = accountId("customer@etalase.test");
    await asSeed()`delete from addresses where customer_id = ${customer}`;
    for (const [label, region_code] of [
      ["home", "3273191001"],
      ["office", "1271011001"],
    ] as const) {
      await asSeed()`
        insert into addresses (customer_id, label, recipient, phone, region_code, postal_code, street, is_default)
        values (${customer}, ${label}, 'Siti', '+6281234567890', ${region_code}, '40111', 'Jl. Uji 1',
          ${label === "home"})`;
    }
    await fill(page, []);
    await signIn(page, program().url, "customer@etalase.test", "/Checkout");
    await page.getByText("Siap diambil").waitFor();
    // Delivery is preselected, although pickup is cheaper.
    const chosen = page
      .getByRole("group", { name: "Pengiriman" })
      .getByRole("radio", { checked: true });
    expect(await chosen.getAttribute("value")).not.toBeNull();
    await page.getByRole("radio", { name: /Kurir toko/ }).check();
    await page.getByRole("radio", { name: /Kantor/ }).check();
    await page.getByText(/Kurir toko tidak tersedia lagi/).waitFor();
    expect(await chosen.count()).toBe(0);
    expect(await page.getByRole("button", { name: /^(Bayar|Pesan)/ }).isDisabled()).toBe(true);

    await page.getByRole("radio", { name: /Reguler/ }).check();
    await page.getByText(/Kurir toko tidak tersedia lagi/).waitFor({ state: "detached" });
    await page.getByRole("radio", { name: /Rumah/ }).check();
    await page.getByText(/Ongkir Reguler berubah dari Rp/).waitFor();
    expect(await page.getByRole("radio", { name: /Reguler/ }).isChecked()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test("a code that the cart refused does not follow into the checkout", async () => {
    const { page, complaints } = await chromium.open();
    await fill(page, ["TIDAKADA"]);
    await signIn(page, program().url, "customer@etalase.test", "/Checkout");
    await page.getByRole("button", { name: /^Bayar Rp/ }).waitFor();
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
      .not.toContain("TIDAKADA");
    await page.getByText("TIDAKADA").waitFor({ state: "detached" });

    // A code can be entered in the checkout as well, and the amount to pay follows.
    await asSeed()`
      insert into promotions (id, name, class, type, value)
      values (gen_random_uuid(), '{"id": "Potongan uji", "en": "Test discount"}', 'order', 'fixed', 7000)`;
    await asSeed()`
      insert into promo_codes (code, promotion_id) select 'UJI7', id from promotions where name ->> 'en' = 'Test discount'`;
    const pay = page.getByRole("button", { name: /^Bayar Rp/ });
    const amount = async () => Number((await pay.textContent())?.replace(/\D/g, ""));
    // Enabled once the delivery is chosen and part of the amount.
    await expect.poll(() => pay.isEnabled(), { timeout: 10_000 }).toBe(true);
    const before = await amount();
    await page.getByRole("button", { name: "Punya kode promo?" }).click();
    await page.getByLabel("Kode promo").fill("salah");
    await page.getByRole("button", { name: "Pakai kode" }).click();
    await page.getByText("SALAH tidak ditemukan. Cek penulisannya.").waitFor();
    await page.getByRole("button", { name: "Hapus kode SALAH" }).click();
    await page.getByRole("button", { name: "Punya kode promo?" }).click();
    await page.getByLabel("Kode promo").fill("uji7");
    await page.getByRole("button", { name: "Pakai kode" }).click();
    await expect.poll(amount, { timeout: 10_000 }).toBe(before - 7000);
    expect(await brokenRules(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("an order that codes make free needs no payment method, and is never called paid", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    await asSeed()`
      insert into promotions (id, name, class, type, value, combines_with)
      values (gen_random_uuid(), '{"id": "Contoh gratis", "en": "Free sample"}', 'order', 'percent', 100, '{shipping}'),
        (gen_random_uuid(), '{"id": "Antar gratis", "en": "Free delivery"}', 'shipping', 'free_shipping', 0, '{order}')`;
    await asSeed()`
      insert into promo_codes (code, promotion_id)
      select case class when 'order' then 'CONTOH' else 'ANTAR' end, id from promotions
      where name ->> 'en' in ('Free sample', 'Free delivery')`;
    await fill(page, ["CONTOH", "ANTAR"]);
    await signIn(page, program().url, "customer@etalase.test", "/Checkout");
    await page.getByText("Tidak ada yang perlu dibayar.").waitFor();
    expect(await page.getByRole("radio", { name: /Kartu|QRIS/ }).count()).toBe(0);
    await page.getByRole("button", { name: /^(Bayar Rp|Buat pesanan)/ }).click();
    await page.getByRole("heading", { name: "Terima kasih, pesanan kami siapkan" }).waitFor();
    await page.getByText(/Tidak ada yang perlu dibayar. Rinciannya kami kirim ke/).waitFor();
    expect(await page.getByText("Lunas").count()).toBe(0);
    await page.getByRole("link", { name: "Lihat pesanan" }).click();
    await page.getByRole("heading", { name: /INV-/ }).waitFor();
    expect(await page.getByText(/Lunas|Dibayar/).count()).toBe(0);
    const number = (await page.locator("h1").textContent())?.match(/INV-\d+/)?.[0] ?? "";

    const office = await chromium.open({ width: 1280 });
    await signIn(office.page, program().url, "staff@etalase.test", "/admin/Orders");
    await office.page.getByText("Tanpa tagihan").first().waitFor();
    await office.page.getByRole("link", { name: number }).click();
    await office.page.getByText("Tidak ada yang harus dibayar.").waitFor();
    expect([...complaints, ...office.complaints]).toEqual([]);
  });

  test("the checkout names the goods that are out of stock", async () => {
    const { page, complaints } = await chromium.open();
    const sku = await fill(page, []);
    await asSeed()`
      update stock_items set safety = on_hand
      where variant_id = (select id from product_variants where sku = ${sku})`;
    await signIn(page, program().url, "customer@etalase.test", "/Checkout");
    await page.getByText("Mug Ngopi Dulu: Stok habis.").waitFor();
    expect(await page.getByRole("button", { name: /^Bayar Rp/ }).isDisabled()).toBe(true);
    expect(complaints).toEqual([]);
  });
});
