import sharp from "sharp";
import { describe, expect, test } from "vitest";
import {
  hasBrowser,
  proveWithPassword,
  settled,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

/** Of a photograph's size, so that the program makes all its files of it. */
const photograph = () =>
  sharp({ create: { width: 1200, height: 1200, channels: 3, background: "#c8d4c0" } })
    .jpeg()
    .toBuffer();

describe.runIf(hasBrowser)("an empty shop", { timeout: 120_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram(() => ({ SEED: "none", PAYMENTS: "transfer" }));

  test("a person sets up the shop on a phone, from the first account to a sale", async () => {
    const { url } = program();
    const { page, complaints } = await chromium.open({ width: 390 });
    const link = /\S+\/FirstAdmin\/\S+/.exec(program().output())?.[0] ?? "";
    await page.goto(link);
    await page.getByLabel("Email").fill("pemilik@toko.test");
    await page
      .getByLabel(/Kata sandi/)
      .first()
      .fill("etalase-demo-2026");
    await page.locator("main form button[type=submit]").click();
    await page.waitForURL(`${url}/admin`);
    const work = async (step: string) => {
      await page.goto(`${url}/admin`);
      await page.getByRole("link", { name: `Kerjakan: ${step}` }).click();
    };
    const saved = () => page.getByText("Tersimpan", { exact: true }).waitFor();
    const save = async () => {
      await page.getByRole("button", { name: "Simpan", exact: true }).click();
      await saved();
    };
    await page.getByText("Nama dan kontak").first().waitFor();
    const faults = await faultsOf(page, "the first home");

    await work("Nama dan kontak");
    await page.getByLabel("Nama toko").fill("Kedai Gelas");
    await page.getByLabel("Jalan dan nomor").fill("Jl. Braga 12");
    await page.getByLabel("Kecamatan, kota, kode pos").fill("Sumur Bandung, Bandung 40111");
    await page.getByLabel("Nomor WhatsApp").fill("0812 3456 7890");
    await save();
    faults.push(...(await faultsOf(page, "settings of the shop")));

    await work("Pajak");
    await page.getByLabel("Toko memungut PPN (PKP)").uncheck();
    await save();

    await work("Produk pertama");
    await page.getByRole("link", { name: "Produk baru" }).first().click();
    await page.getByLabel("Nama produk").fill("Gelas Kaca");
    await page.getByRole("button", { name: "Buat draf" }).click();
    await page.getByRole("heading", { name: "Gelas Kaca" }).waitFor();
    await settled(page);
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles({
        name: "gelas.jpg",
        mimeType: "image/jpeg",
        buffer: await photograph(),
      });
    await expect
      .poll(async () => (await asSeed()`select from product_images`).length, { timeout: 30_000 })
      .toBe(1);
    await page.getByLabel("Harga (Rp): Tanpa pilihan").fill("85.000");
    await page.getByLabel("Stok di tangan: Tanpa pilihan").fill("3");
    await page.getByLabel("Berat (gram): Tanpa pilihan").fill("350");
    await save();
    await page.getByRole("button", { name: "Terbitkan" }).click();
    await page.getByText(/Terbit sejak/).waitFor();

    await work("Ongkos kirim");
    await page.getByRole("link", { name: "Atur pengiriman pertama" }).click();
    await page.getByLabel("Kurir").fill("JNE");
    await page.getByLabel("Layanan").fill("REG");
    await page.getByLabel("Kelipatan pertama (Rp)").fill("18.000");
    await page.getByLabel("Kelipatan berikutnya (Rp)").fill("15.000");
    await page.getByRole("button", { name: "Simpan dan tawarkan" }).click();
    await page.getByText("Pembeli di seluruh Indonesia sekarang melihat").waitFor();

    await work("Cara dibayar");
    await page.getByLabel("Bank", { exact: true }).fill("BCA");
    await page.getByLabel("Nomor rekening").fill("1234 5678 90");
    await page.getByLabel("Atas nama").fill("Kedai Gelas");
    await page.getByRole("button", { name: "Tambah rekening" }).click();
    const dialog = page.getByRole("dialog", { name: "Buktikan dulu bahwa ini Anda" });
    const stored = page.getByText("Rekening tersimpan.");
    await dialog.or(stored).first().waitFor();
    if (await dialog.isVisible()) await proveWithPassword(page);
    await stored.waitFor();
    faults.push(...(await faultsOf(page, "bank accounts")));

    await page.goto(`${url}/admin/Setup`);
    await page.getByText("6 dari 7 langkah selesai").waitFor();
    faults.push(...(await faultsOf(page, "setup")));
    expect(faults).toEqual([]);

    // The last step: to buy it, as a guest.
    const buyer = await chromium.open({ width: 390 });
    await buyer.page.goto(`${url}/Shop`);
    await buyer.page
      .getByRole("link", { name: /Gelas Kaca/ })
      .first()
      .click();
    await buyer.page
      .getByRole("button", { name: /Tambah ke keranjang/ })
      .first()
      .click();
    await buyer.page.getByRole("dialog").waitFor();
    await buyer.page.goto(`${url}/Checkout`);
    await buyer.page.getByRole("button", { name: "Lanjut sebagai tamu" }).click();
    await buyer.page.waitForURL(/\/SetDetails/);
    await buyer.page.getByLabel("Nama lengkap").fill("Pemilik Sendiri");
    await buyer.page.getByLabel("Email untuk nota").fill("pemilik@toko.test");
    await buyer.page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await buyer.page.waitForURL(/\/Checkout$/);
    await buyer.page.getByLabel("Nomor HP").fill("081234567890");
    await buyer.page.getByRole("combobox", { name: /Kecamatan/ }).fill("sumur bandung");
    await buyer.page.getByRole("option").first().click();
    await buyer.page.getByLabel("Jalan, nomor, RT/RW").fill("Jl. Braga 12");
    await buyer.page
      .getByRole("button", { name: /Simpan/ })
      .first()
      .click();
    await buyer.page
      .getByText(/103\.000/)
      .first()
      .waitFor();
    await buyer.page.getByRole("button", { name: "Pesan sekarang" }).click();
    await buyer.page.waitForURL(/\/dashboard\/orders\//);
    const [order] = await asSeed()`
      select o.subtotal, o.shipping, s.held from orders o join order_lines l on l.order_id = o.id
      join stock_items s on s.variant_id = l.variant_id`;
    expect(order).toEqual({ subtotal: 85_000, shipping: 18_000, held: 1 });
    await page.goto(`${url}/admin/Setup`);
    await page.getByText("Toko siap menjual.").waitFor();
    expect(complaints).toEqual([]);
  });
});
