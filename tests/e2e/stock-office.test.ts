import { describe, expect, test } from "vitest";
import {
  brokenRules,
  hasBrowser,
  settled,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { stockOf } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)(
  "stock, stocktakes and sales in the back office",
  { timeout: 90_000 },
  () => {
    const chromium = useChromium();
    const { program } = useProgram();
    const variantAt = async (place: number) => {
      const [found] = await asSeed()<
        { id: string; sku: string; slug: string; product_id: string; price: number }[]
      >`
      select v.id, v.sku, p.slug, p.id as product_id, v.price from product_variants v join products p on p.id = v.product_id
      where not v.archived and p.status = 'published' and v.was_price is null order by v.sku offset ${place} limit 1`;
      if (!found) throw new Error("no variant");
      return found;
    };

    test("goods are received and adjusted in the list, and a refused change says why", async () => {
      const { page, complaints } = await chromium.open({ width: 1280 });
      const { id, sku } = await variantAt(0);
      const before = await stockOf(id);
      await signIn(page, program().url, "admin@etalase.test", "/admin/Stock");
      await page.getByRole("heading", { name: "Stok", level: 1 }).waitFor();
      await page.getByRole("searchbox").fill(sku);
      await page.keyboard.press("Enter");
      await page.waitForURL(/q=/);
      const row = page.getByRole("row").filter({ hasText: sku }).first();
      await row.getByLabel(`Jumlah untuk ${sku}`, { exact: true }).fill("12");
      await row.getByLabel(`Alasan untuk ${sku}`, { exact: true }).selectOption("receive");
      await row.getByRole("button", { name: "Catat" }).click();
      await expect.poll(async () => (await stockOf(id)).on_hand).toBe(before.on_hand + 12);
      await expect
        .poll(() => row.getByLabel(`Jumlah untuk ${sku}`, { exact: true }).inputValue())
        .toBe("");
      await row.getByLabel(`Jumlah untuk ${sku}`, { exact: true }).fill("-5000");
      await row.getByLabel(`Alasan untuk ${sku}`, { exact: true }).selectOption("damaged");
      await row.getByRole("button", { name: "Catat" }).click();
      await row.getByText("Stok di tangan tidak bisa kurang dari nol.").waitFor();
      expect((await stockOf(id)).on_hand).toBe(before.on_hand + 12);
      expect(await brokenRules(page)).toEqual([]);
      // A delivery is pasted; a line that matches no variant blocks it.
      await page.getByText("Terima banyak barang sekaligus").click();
      await page
        .getByLabel(/^SKU atau barcode, jumlah yang datang/)
        .fill(`${sku}\t20\t7.500\nBUKAN\t1`);
      await page.getByRole("button", { name: "Catat barang masuk" }).click();
      await page.getByRole("alert").getByText("Belum ada yang tercatat.").waitFor();
      expect(await brokenRules(page)).toEqual([]);
      const { on_hand } = await stockOf(id);
      await page.getByRole("button", { name: "Catat tanpa baris ini" }).click();
      await page.getByText("1 varian tercatat masuk.").waitFor();
      expect((await stockOf(id)).on_hand).toBe(on_hand + 20);
      await page.goto(`${program().url}/admin/Stock/Reconcile?run=1`);
      await page.getByText("Semua sama").waitFor();
      expect(await brokenRules(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });

    longProof(
      "by keyboard alone on a phone: a stocktake is scanned, reviewed and approved",
      async () => {
        const { page, complaints } = await chromium.open({ width: 390, dark: true });
        const { id, sku } = await variantAt(1);
        const { on_hand } = await stockOf(id);
        await signIn(page, program().url, "admin@etalase.test", "/admin/Stocktakes");
        await page.waitForSelector("html[data-alive]");
        await page.getByLabel("Nama", { exact: true }).focus();
        await page.keyboard.type("Rak depan");
        expect(await brokenRules(page)).toEqual([]);
        await page.keyboard.press("Enter");
        await page.waitForURL(/Stocktakes\/[0-9a-f-]{36}$/);
        await page.getByRole("button", { name: "Mulai menghitung" }).focus();
        await page.keyboard.press("Enter");
        const scan = page.getByLabel("SKU atau barcode", { exact: true });
        await scan.focus();
        for (let piece = 0; piece < 3; piece++) {
          await page.keyboard.type(sku.toLowerCase());
          await page.keyboard.press("Enter");
        }
        await page.getByText(`${sku}: 3 menurut Anda`).waitFor();
        await page.keyboard.type("bukan-barang");
        await page.keyboard.press("Enter");
        await page.getByText("Tidak ada varian dengan SKU atau barcode ini.").waitFor();
        expect(await brokenRules(page)).toEqual([]);
        await page.getByText("Tempel dari lembar kerja").focus();
        await page.keyboard.press("Enter");
        await page.getByLabel("SKU atau barcode, dan jumlahnya").fill(`${sku}\t4\nBUKAN-BARANG\t9`);
        const save = page.getByRole("button", { name: "Simpan hitungan", exact: true });
        await save.press("Enter");
        await page.getByRole("alert").getByText("Belum ada yang tersimpan.").waitFor();
        expect(await page.getByText("BUKAN-BARANG 9", { exact: true }).count()).toBe(1);
        expect(await brokenRules(page)).toEqual([]);
        await page.getByRole("button", { name: "Simpan tanpa baris ini" }).press("Enter");
        await page.getByText("1 baris tersimpan.").waitFor();
        await page.getByRole("button", { name: "Selesai menghitung, periksa" }).focus();
        await page.keyboard.press("Enter");
        await page.getByText("Nilai memakai harga jual", { exact: false }).waitFor();
        await settled(page);
        expect(await brokenRules(page)).toEqual([]);
        await page.getByRole("button", { name: "Setujui dan ubah stok" }).focus();
        await page.keyboard.press("Enter");
        await page.getByText("Diterapkan. Penyesuaiannya", { exact: false }).waitFor();
        expect((await stockOf(id)).on_hand).toBe(4);
        expect(on_hand).not.toBe(4);
        expect(complaints).toEqual([]);
        await page.goto(`${page.url()}/Sheet`);
        await page.getByRole("heading", { name: /Lembar hitung/ }).waitFor();
        expect(await brokenRules(page)).toEqual([]);
      },
    );

    test("a typed figure is stored before a stocktake is compared; an invalid one prevents the comparison", async () => {
      const { page, complaints } = await chromium.open({ width: 1280 });
      const { sku } = await variantAt(2);
      await signIn(page, program().url, "admin@etalase.test", "/admin/Stocktakes");
      await page.waitForSelector("html[data-alive]");
      await page.getByLabel("Nama", { exact: true }).fill("Rak belakang");
      await page.getByRole("button", { name: "Buat opname" }).click();
      await page.waitForURL(/Stocktakes\/[0-9a-f-]{36}$/);
      await page.getByRole("button", { name: "Mulai menghitung" }).click();
      await page.getByLabel("Cari dalam daftar").fill(sku);
      await page.keyboard.press("Enter");
      await page.waitForURL(/q=/);
      const figure = page.getByLabel(`Hitungan Anda untuk ${sku}`);
      const review = page.getByRole("button", { name: "Selesai menghitung, periksa" });
      await figure.fill("-3");
      await review.click();
      await page.getByText("Isi dengan bilangan bulat, nol atau lebih.").first().waitFor();
      await figure.fill("7");
      await review.click();
      await page.getByRole("button", { name: "Setujui dan ubah stok" }).waitFor();
      const [line] = await asSeed()`
        select count(*)::int as counts, sum(c.pieces)::int as pieces from stocktake_counts c
        join product_variants v on v.id = c.variant_id
        where v.sku = ${sku}`;
      expect(line).toEqual({ counts: 1, pieces: 7 });
      expect(complaints).toEqual([]);
    });

    longProof(
      "a sale is made, previewed and scheduled by screen, and a buyer sees both prices",
      async () => {
        const { page, complaints } = await chromium.open({ width: 1280 });
        const { slug, product_id, price } = await variantAt(2);
        await signIn(page, program().url, "admin@etalase.test", "/admin/Sales");
        await page.getByRole("link", { name: "Obral baru" }).click();
        await page.waitForURL(/Sales\/New$/);
        await page.waitForSelector("html[data-alive]");
        await page.getByLabel("Nama", { exact: true }).fill("Akhir pekan");
        await page.getByLabel("Persen", { exact: true }).last().fill("25");
        const local = (minutes: number) =>
          new Date(Date.now() + (7 * 60 + minutes) * 60_000).toISOString().slice(0, 16);
        await page.getByLabel("Mulai", { exact: true }).fill(local(-5));
        await page.getByLabel("Berakhir", { exact: true }).fill(local(120));
        const [product] = await asSeed()<{ name: string }[]>`
      select name ->> 'id' as name from products where id = ${product_id}`;
        await page
          .getByRole("combobox", { name: "Cari produk untuk ditambahkan" })
          .fill(product?.name ?? "");
        await page.getByRole("option").first().waitFor();
        await page.keyboard.press("Enter");
        expect(await brokenRules(page)).toEqual([]);
        await page.getByRole("button", { name: "Simpan draf" }).click();
        await page.waitForURL(/Sales\/[0-9a-f-]{36}$/);
        await page.getByRole("heading", { name: "Pratinjau harga" }).waitFor();
        expect(await brokenRules(page)).toEqual([]);
        await page.getByRole("button", { name: "Jadwalkan" }).click();
        await page.getByText("Berjalan", { exact: true }).waitFor();
        const lowered = Math.floor((price * 75 + 50) / 100);
        const shown = (amount: number) =>
          new RegExp(`Rp${String(amount).replace(/\B(?=(\d{3})+$)/g, "\\.")}`);
        const buyer = await chromium.open({ width: 390 });
        await expect
          .poll(async () => {
            await buyer.page.goto(`${program().url}/item/${slug}`);
            return buyer.page.locator("main").textContent();
          })
          .toMatch(shown(lowered));
        expect(await buyer.page.locator("main").textContent()).toMatch(shown(price));
        await page.goto(`${program().url}/admin/Products/${product_id}/Prices`);
        await page.getByText("Obral mulai", { exact: false }).first().waitFor();
        expect(await brokenRules(page)).toEqual([]);
        await page.goto(`${program().url}/admin/Products/${product_id}`);
        await page.getByText("Sedang obral", { exact: false }).first().waitFor();
        expect(complaints).toEqual([]);
      },
    );

    longProof(
      "a collection by hand is arranged by keyboard, shown, and opened by a buyer",
      async () => {
        const { page, complaints } = await chromium.open({ width: 1280, dark: true });
        const products = await asSeed()<{ name: string }[]>`
        select name ->> 'id' as name from products where status = 'published' order by id limit 2`;
        await signIn(page, program().url, "admin@etalase.test", "/admin/Collections");
        await page.getByRole("link", { name: "Koleksi baru" }).click();
        await page.waitForURL(/Collections\/New$/);
        await page.waitForSelector("html[data-alive]");
        await page.getByLabel("Nama Indonesia", { exact: false }).first().fill("Hadiah Kecil");
        const search = page.getByRole("combobox", { name: "Cari produk untuk ditambahkan" });
        for (const { name } of products) {
          await search.fill(name);
          await page.getByRole("option").first().waitFor();
          await page.keyboard.press("Enter");
          await page.getByRole("listitem").filter({ hasText: name }).waitFor();
        }
        const [first, second] = products;
        await page.getByRole("button", { name: `Naikkan ${second?.name}` }).focus();
        await page.keyboard.press("Enter");
        await page.getByLabel("Tampilkan di toko").check();
        expect(await brokenRules(page)).toEqual([]);
        await page.getByRole("button", { name: "Simpan", exact: true }).click();
        await page.waitForURL(/Collections\/[0-9a-f-]{36}$/);
        await page.getByText("Sekarang berisi 2 produk yang tampil").waitFor();
        expect(await brokenRules(page)).toEqual([]);
        const buyer = await chromium.open({ width: 390 });
        await buyer.page.goto(`${program().url}/Collections/hadiah-kecil`);
        await buyer.page.getByRole("heading", { name: "Hadiah Kecil", level: 1 }).waitFor();
        const cards = await buyer.page.getByRole("main").getByRole("listitem").allTextContents();
        expect(cards[0]).toContain(second?.name ?? "");
        expect(cards[1]).toContain(first?.name ?? "");
        expect(await brokenRules(buyer.page)).toEqual([]);
        await buyer.page.goto(`${program().url}/en/collections/tidak-ada`);
        await buyer.page.getByRole("heading", { level: 1 }).waitFor();
        expect([...complaints, ...buyer.complaints]).toEqual([]);
      },
    );
  },
);
