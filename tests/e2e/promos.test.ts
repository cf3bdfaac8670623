import { describe, expect, test } from "vitest";
import { asShop } from "#db/client.server.ts";
import { visitor } from "#shop/access.ts";
import { quoteCart } from "#shop/cart/quote-cart.server.ts";
import {
  brokenRules,
  hasBrowser,
  proveWithPassword,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { variantInStock } from "#tests/support/builders/shop.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("promotions in the back office", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("a shopkeeper makes ten percent off by screen, and a buyer's cart takes it", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/PromoCodes");
    await page.getByRole("link", { name: "Promo baru" }).click();
    await page.waitForURL(/PromoCodes\/New$/);
    await page.waitForSelector("html[data-alive]");
    await page.getByLabel("Nama promo Indonesia").fill("Hemat sepuluh");
    await page.getByLabel("Persen", { exact: true }).last().fill("10");
    await page.getByLabel("Kode", { exact: true }).fill("hematlayar");
    await page.getByText("10 % untuk semua barang", { exact: false }).first().waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Simpan" }).click();
    await proveWithPassword(page);
    await page.waitForURL(/PromoCodes\/[0-9a-f-]{36}$/);
    expect(complaints).toEqual([]);

    const lines = [{ variant_id: await variantInStock(), quantity: 2 }];
    const bare = await quoteCart({ actor: visitor }, { lines }, "id");
    const quote = await quoteCart({ actor: visitor }, { lines, promo_codes: ["HEMATLAYAR"] }, "id");
    expect(bare.total - quote.total).toBe(Math.floor(bare.subtotal / 10));
    const [row] = await asShop()`
      select p.name, p.created_by is not null as is_signed from promotions p
      join promo_codes c on c.promotion_id = p.id where c.code = 'HEMATLAYAR'`;
    expect(row).toMatchObject({ is_signed: true, name: { id: "Hemat sepuluh" } });
  });
});
