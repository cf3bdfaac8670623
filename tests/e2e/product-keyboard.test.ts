import { describe, expect, test } from "vitest";
import { hasBrowser, settled, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { KeyboardOnly } from "#tests/support/browser/keyboard-only.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("products without a mouse", { timeout: 120_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("a product with twelve variants is made, priced and published, and the focus is never lost", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    const keys = new KeyboardOnly(page);
    await signIn(page, program().url, "admin@etalase.test", "/admin/Products");
    await settled(page);
    await keys.skipToContent();
    await keys.press("Produk baru");
    await page.getByLabel("Nama produk").waitFor();
    await settled(page);
    await keys.reach("main input[name]:not([type=hidden])");
    await keys.type("Kaos Dua Belas");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Kaos Dua Belas", level: 1 }).waitFor();
    await settled(page);
    await keys.keepsFocus("the new product");
    for (const [add, values] of [
      ["Tambah warna", ["Hitam", "Putih", "Merah", "Biru"]],
      ["Tambah ukuran", ["S", "M", "L"]],
    ] as const) {
      await keys.press(add);
      // The first value is typed at once.
      for (const value of values) {
        await keys.type(value);
        await page.keyboard.press("Enter");
        await keys.keepsFocus(value);
      }
    }
    await keys.press("Buat 12 varian yang belum ada");
    await keys.reach('input[aria-label="Harga untuk semua"]');
    await keys.type("120.000");
    await keys.press("Terapkan");
    await page.keyboard.press("Control+s");
    await page.getByText("Tersimpan", { exact: true }).waitFor();
    await keys.keepsFocus("the save");
    const made = async () =>
      (
        await asSeed()`
          select count(*)::int as n, min(price) as price, count(distinct v.options)::int as options, min(p.status) as status
          from product_variants v join products p on p.id = v.product_id
          where p.slug = 'kaos-dua-belas' and not archived`
      )[0];
    expect(await made()).toEqual({ n: 12, price: 120_000, options: 12, status: "draft" });
    // Twelve rows have a way around them.
    await keys.press("Lewati 12 varian");
    await keys.press("Terbitkan");
    await page.getByText(/Terbit sejak/).waitFor();
    await keys.keepsFocus("the publication");
    expect(await made()).toMatchObject({ status: "published" });
    expect(complaints).toEqual([]);
  });

  test("fifty prices are changed and saved together, and the focus is never lost", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    const keys = new KeyboardOnly(page);
    await signIn(page, program().url, "admin@etalase.test", "/admin/Products/Grid");
    await settled(page);
    await keys.skipToContent();
    await keys.reach("input[data-column=price]");
    for (let n = 0; n < 50; n++) {
      await keys.type(String(50_000 + n));
      await page.keyboard.press("Enter");
    }
    await page.getByText("50 baris diubah").waitFor();
    const faults = await faultsOf(page, "the grid");
    await page.keyboard.press("Control+s");
    await page.getByText("50 baris tersimpan").waitFor();
    await keys.keepsFocus("the save");
    const prices = await asSeed()<{ price: number }[]>`
      select v.price from product_variants v join products p on p.id = v.product_id
      where not v.archived and p.status <> 'archived' order by v.sku limit 50`;
    expect(prices.map(({ price }) => price)).toEqual(
      Array.from({ length: 50 }, (_, n) => 50_000 + n),
    );
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
