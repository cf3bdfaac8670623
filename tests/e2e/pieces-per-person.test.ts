import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import {
  brokenRules,
  hasBrowser,
  settled,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("the pieces that one person may order", { timeout: 60_000 }, () => {
  const { program } = useProgram();
  const chromium = useChromium();
  let variant = "";
  beforeAll(async () => {
    const [mug] = await asSeed()<{ id: string }[]>`
      select v.id from product_variants v join products p on p.id = v.product_id
      join stock_items s on s.variant_id = v.id
      where p.slug = 'mug-ngopi-dulu' and s.available > 20 order by v.id limit 1`;
    variant = mug?.id ?? "";
    await asSeed()`update shop_settings set max_pieces = 3, scarce_pieces = 1000, scarce_payment_minutes = 25`;
  });

  async function fill(page: Page, quantity: number): Promise<void> {
    const state = { lines: [{ variant_id: variant, quantity }], promo_codes: [] };
    await page.goto(`${program().url}/Faq`);
    await page.evaluate(
      (cart) => localStorage.setItem("cart", cart),
      JSON.stringify({ state, version: 1 }),
    );
  }

  test("the cart, the checkout, the order and a second order show the maximum of pieces", async () => {
    const { page, complaints } = await chromium.open();
    await fill(page, 5);
    await page.goto(`${program().url}/Cart`);
    await page.getByText("Maksimal 3 buah per pesanan.").waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Jadikan 3" }).click();
    await page.getByText("Maksimal 3 buah per pesanan.").waitFor({ state: "detached" });
    expect(await page.getByRole("button", { name: "Tambah satu" }).isDisabled()).toBe(true);

    await signIn(page, program().url, "customer@etalase.test", "/Checkout");
    const order = async () => {
      await page.getByRole("radio", { name: "QRIS" }).check();
      await settled(page);
      await page.getByRole("button", { name: /^(Bayar Rp|Buat pesanan)/ }).click();
    };
    await page
      .getByText("bayar paling lambat 25 menit setelah memesan", { exact: false })
      .waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await order();
    await page.waitForURL(/\/dashboard\/orders\//);
    await page.getByText("Stok barang ini tinggal sedikit", { exact: false }).waitFor();
    await page.getByRole("timer").waitFor();
    expect(await page.getByRole("timer").textContent()).toMatch(/00:2[45]:/);

    await fill(page, 1);
    await page.goto(`${program().url}/Checkout`);
    await order();
    await page
      .getByText("Pesanan lain yang belum dibayar sudah menahan barang ini.", { exact: false })
      .waitFor();
    await page.getByRole("link", { name: "Pesanan saya" }).last().waitFor();
    const rows = await asSeed()`
      select from orders where status = 'awaiting_payment' and pay_before is not null`;
    expect(rows).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  test("the quantity on the page of a product begins at the minimum of its variant, and the page shows the limits", async () => {
    const [plain] = await asSeed()<{ slug: string }[]>`
      update product_variants v set min_pieces = 2, max_pieces = 3 from products p
      where p.id = v.product_id and p.slug = 'mug-jakarta' returning p.slug`;
    const { page, complaints } = await chromium.open();
    await page.goto(`${program().url}/item/${plain?.slug}`);
    await page.getByText("Minimal 2 dan maksimal 3 buah per pesanan.").waitFor();
    await page.getByRole("button", { name: "Masukkan keranjang" }).first().click();
    await page.getByRole("dialog").waitFor();
    await page.goto(`${program().url}/Cart`);
    await page.getByRole("link", { name: "Lanjut ke checkout" }).first().waitFor();
    expect(await page.getByRole("textbox", { name: "Jumlah Mug Jakarta" }).inputValue()).toBe("2");
    expect(await page.getByText("per pesanan.").count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
