import { brotliCompressSync, constants } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { hasBrowser, useChromium } from "#tests/support/browser/browser.ts";
import { setStock } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe("pages with product cards", { timeout: 60_000 }, () => {
  const { program } = useProgram();

  test.each([
    ["/", 80, 15],
    ["/Shop", 92, 15],
    ["/item/mug-ngopi-dulu", 62, 14],
  ])("%s is at most %i kB and %i kB in brotli", async (path, raw, packed) => {
    const html = await (await fetch(program().url + path)).text();
    const bytes = Buffer.from(html);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 7 };
    const brotli = brotliCompressSync(bytes, { params }).length;
    console.log(`${path}: ${bytes.length / 1000} kB, ${brotli / 1000} kB in brotli`);
    expect(bytes.length).toBeLessThanOrEqual(raw * 1000);
    expect(brotli).toBeLessThanOrEqual(packed * 1000);
  });

  describe.runIf(hasBrowser)("in a browser", () => {
    const chromium = useChromium({ showsPictures: true });
    beforeAll(async () => {
      await asSeed()`
        insert into products (slug, name, status, published_at)
        select 'panjang-' || n, jsonb_build_object('id', 'Panjang ' || n, 'en', ''), 'published', now()
        from generate_series(1, 60) n`;
      await asSeed()`
        insert into product_variants (product_id, sku, price, weight_grams)
        select id, slug, 10000, 100 from products where slug like 'panjang-%'`;
      const [variant] = await asSeed()<{ id: string }[]>`
        select id from product_variants where sku = 'panjang-1'`;
      await setStock(variant?.id ?? "", 5);
    });

    test("the filter sheet on a phone stays open while both prices are typed", async () => {
      const { page, complaints } = await chromium.open({ width: 390 });
      await page.goto(`${program().url}/Shop`);
      await page.waitForSelector("html[data-alive]");
      await page.getByRole("link", { name: "Filter", exact: true }).click();
      const sheet = page.getByRole("dialog");
      await sheet.getByLabel("Paling rendah (Rp)").fill("70000");
      await sheet.getByLabel("Paling tinggi (Rp)").fill("60.000");
      await sheet.getByLabel("Paling tinggi (Rp)").press("Tab");
      await page.waitForURL(/min=60000&max=70000/);
      const lowest = sheet.getByLabel("Paling rendah (Rp)");
      await expect.poll(() => lowest.inputValue()).toBe("60000");
      await sheet.getByRole("button", { name: /^Tampilkan/ }).click();
      await sheet.waitFor({ state: "hidden" });
      expect(complaints).toEqual([]);
    });

    test("a card adds to the cart and says so; a pointer shows its second picture", async () => {
      const { page, complaints } = await chromium.open({ width: 1280 });
      await page.goto(`${program().url}/Shop`);
      await page.waitForSelector("html[data-alive]");
      const cards = page.getByRole("article");
      const pictured = cards.first();
      const pictures = pictured.locator("picture");
      const name = await pictured.getByRole("heading").textContent();
      expect(await pictures.count()).toBe(1);
      await pictured.hover();
      await expect
        .poll(() =>
          cards
            .filter({ hasText: name ?? "" })
            .locator("picture")
            .count(),
        )
        .toBe(2);

      await page.goto(`${program().url}/Shop?q=panjang+1`);
      await page.waitForSelector("html[data-alive]");
      const card = cards.filter({ has: page.getByRole("button") }).first();
      await card.getByRole("button").click();
      await expect.poll(() => card.getByRole("status").textContent()).toBe("Masuk keranjang");
      const cart = await page.evaluate(() => localStorage.getItem("cart"));
      expect(JSON.parse(cart ?? "{}").state.lines).toMatchObject([{ quantity: 1 }]);
      expect(complaints).toEqual([]);
    });

    test("a list keeps its loaded pages when a buyer returns to it", async () => {
      const { page, complaints } = await chromium.open({ width: 1280 });
      await page.goto(`${program().url}/Shop?q=panjang`);
      await page.waitForSelector("html[data-alive]");
      const cards = page.getByRole("main").getByRole("article");
      const first = await cards.count();
      const names = await cards.allInnerTexts();
      await page.getByRole("link", { name: "Muat lagi" }).click();
      await expect.poll(() => cards.count()).toBe(2 * first);
      expect((await cards.allInnerTexts()).slice(0, first)).toEqual(names);
      await page.locator('nav a[href*="page=3"]').first().click();
      await page.waitForURL(/page=3/);
      await expect.poll(() => cards.count()).toBeGreaterThan(0);
      await page.goBack();
      await page.waitForURL((url) => !url.searchParams.has("page"));
      await expect.poll(async () => (await cards.allInnerTexts()).slice(0, first)).toEqual(names);
      expect(complaints).toEqual([]);
    });
  });
});
