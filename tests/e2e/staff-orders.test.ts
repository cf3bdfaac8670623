import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { brokenRules, hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { pdfBoxes } from "#tests/support/oracles/read-pdf.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

/** Presses Tab until the element with the role and the name has the focus. */
async function tabTo(page: Page, role: "button" | "textbox" | "radio" | "combobox", name: string) {
  const wanted = page.getByRole(role, { name, exact: true });
  await wanted.waitFor();
  for (let presses = 0; presses < 80; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} is not reached with Tab`);
}

async function typeInto(
  page: Page,
  name: string,
  text: string,
  role: "textbox" | "combobox" = "textbox",
) {
  await tabTo(page, role, name);
  await page.keyboard.type(text);
}

/** Types into a search box and takes its first hit. */
async function chooseFirst(page: Page, name: string, text: string) {
  await typeInto(page, name, text, "combobox");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
}

describe.runIf(hasBrowser)("an order that staff make", { timeout: 180_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("is entered by keyboard on a phone after a WhatsApp chat, and is paid by its link", async () => {
    const { url } = program();
    const { page, complaints } = await chromium.open({ width: 390 });
    await signIn(page, url, "staff@etalase.test", "/admin/Orders/Drafts");
    expect(await faultsOf(page, "drafts")).toEqual([]);
    await page.goto(`${url}/admin/Orders/Drafts/New`);
    expect(await faultsOf(page, "draft")).toEqual([]);
    await chooseFirst(page, "Tambah barang: nama, SKU, atau barcode", "kaos");
    await page.getByText("Kosong: harga katalog").waitFor();
    const [label = ""] = await page
      .getByRole("textbox", { name: /^Harga satuan/ })
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute("aria-label") ?? ""));
    await typeInto(page, label, "75.000");
    await typeInto(page, "Nama", "Ibu Ratna");
    await typeInto(page, "Nomor HP", "0812-3456-7890");
    await chooseFirst(page, "Kelurahan, kecamatan, atau kode pos", "braga");
    await typeInto(page, "Alamat", "Jl. Braga 1");
    await page.getByRole("radio", { name: /^Hemat/ }).waitFor();
    await page.getByRole("radio", { name: /^Hemat/ }).focus();
    await page.keyboard.press("Space");
    await page.getByText("Rp75.000").first().waitFor();
    await page.getByText("Menghitung total").waitFor({ state: "hidden" });
    expect(await brokenRules(page)).toEqual([]);
    await tabTo(page, "button", "Buat pesanan");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Tautan bayar" }).waitFor();
    expect(await brokenRules(page)).toEqual([]);
    const link = (await page.getByText(/\/Pay\/[\w-]{22}$/).textContent()) ?? "";
    const [order] = await asSeed()<{ id: string; total: number }[]>`
      select id, total from orders where source = 'whatsapp'`;
    const [mails] = await asSeed()`
      select count(*)::int as n from private.outbox where dedupe_key like ${`%${order?.id}%`}`;
    expect(mails).toEqual({ n: 0 });

    const buyer = await chromium.open({ width: 390 });
    const path = new URL(link).pathname;
    await buyer.page.goto(`${url}${path}`);
    expect(await faultsOf(buyer.page, "pay link")).toEqual([]);
    const shown = (await buyer.page.locator("main").textContent()) ?? "";
    for (const secret of ["Ratna", "Braga", "3456"]) expect(shown).not.toContain(secret);
    await buyer.page.getByRole("radio", { name: "Kartu debit atau kredit" }).focus();
    await buyer.page.keyboard.press("Space");
    await tabTo(buyer.page, "button", "Pakai cara ini");
    await buyer.page.keyboard.press("Enter");
    await typeInto(buyer.page, "Nomor kartu", "4242424242424242");
    await typeInto(buyer.page, "Berlaku sampai", "12/39");
    await typeInto(buyer.page, "CVC", "123");
    await buyer.page.getByRole("button", { name: /^Bayar Rp/ }).focus();
    await buyer.page.keyboard.press("Enter");
    await buyer.page.getByText("Pesanan ini sudah dibayar. Terima kasih.").waitFor();
    expect(await brokenRules(buyer.page)).toEqual([]);
    const [paid] = await asSeed()`
      select status, payment_status, paid_total from orders where id = ${order?.id ?? ""}`;
    expect(paid).toEqual({ status: "placed", payment_status: "paid", paid_total: order?.total });
    const [wrong] = await Promise.all([fetch(`${url}/Pay/${"x".repeat(22)}`)]);
    expect(wrong?.status).toBe(404);
    expect([...complaints, ...buyer.complaints]).toEqual([]);
  });

  test("without a total shows the fields that prevent it, and its draft is discarded after a confirmation", async () => {
    const { url } = program();
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, url, "staff@etalase.test", "/admin/Orders/Drafts");
    await page.goto(`${url}/admin/Orders/Drafts/New`);
    await page.waitForSelector("html[data-alive]");
    await page.getByLabel("Diskon dari tim").selectOption("percent");
    await page.getByText("Total belum bisa dihitung", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Buat pesanan" }).click();
    await page.getByText("Perbaiki isian yang ditandai.").waitFor();
    const isRefused = (label: string) =>
      page.getByLabel(label, { exact: true }).getAttribute("aria-invalid");
    for (const label of ["Besar diskon", "Alasan", "Nama", "Nomor HP"]) {
      expect([label, await isRefused(label)]).toEqual([label, "true"]);
    }
    await page.getByLabel("Diskon dari tim").selectOption("none");
    await page.getByRole("button", { name: "Simpan draf" }).click();
    await page.getByText("Draf tersimpan.").waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const stateOf = async () => {
      const [draft] = await asSeed()<{ state: string }[]>`
        select state from order_drafts where id = ${id}`;
      return draft?.state;
    };
    const drop = page.getByRole("button", { name: "Batalkan draf", exact: true });
    await drop.click();
    await page.getByRole("heading", { name: "Batalkan draf ini?" }).waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Tidak jadi" }).click();
    expect(await stateOf()).toBe("open");
    await drop.click();
    await page.getByRole("dialog").getByRole("button", { name: "Batalkan draf" }).click();
    await expect.poll(stateOf).toBe("dropped");
    expect(complaints).toEqual([]);
  });

  test("is scanned at the counter, paid in cash, and handed over with a receipt", async () => {
    const { url } = program();
    const [variant] = await asSeed()<{ id: string; sku: string; on_hand: number }[]>`
      select v.id, v.sku, s.on_hand from product_variants v join stock_items s on s.variant_id = v.id
      join products p on p.id = v.product_id
      where s.available > 5 and not p.print_required and not v.archived and p.status = 'published' order by v.sku limit 1`;
    const { page, complaints } = await chromium.open({ width: 390 });
    await signIn(page, url, "staff@etalase.test", "/admin/Orders/Drafts");
    await page.goto(`${url}/admin/Orders/Drafts/New?mode=counter`);
    await tabTo(page, "textbox", "Barcode atau SKU");
    const scanner = page.getByRole("textbox", { name: "Barcode atau SKU" });
    const scan = async (code: string) => {
      await scanner.fill(code);
      await scanner.press("Enter");
    };
    for (let pieces = 0; pieces < 2; pieces++) await scan(variant?.sku ?? "");
    const quantity = page.getByRole("textbox", { name: /^Jumlah/ });
    await expect.poll(() => quantity.inputValue()).toBe("2");
    await scan("tidak-ada");
    await page.getByText("Tidak ada barang dengan kode tidak-ada.").waitFor();
    await page.getByLabel("Uang diterima").fill("10jt");
    await page.getByText(/^Kembalian Rp/).waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Buat pesanan" }).click();
    await page.getByRole("button", { name: "Serahkan sekarang" }).waitFor();
    expect(await brokenRules(page)).toEqual([]);
    for (const width of [80, 58]) {
      const link = page.getByRole("link", { name: `Struk ${width} mm` });
      const receipt = await page.request.get(`${url}${await link.getAttribute("href")}`);
      expect(receipt.headers()["content-type"]).toBe("application/pdf");
      const [box] = await pdfBoxes(await receipt.body());
      expect(box?.MediaBox?.[2]).toBeCloseTo((width * 72) / 25.4, 0);
    }
    await page.getByRole("button", { name: "Serahkan sekarang" }).click();
    await expect
      .poll(async () => {
        const [order] = await asSeed()`
          select o.status, o.payment_status, o.fulfilment_status, o.recipient from orders o where source = 'counter'`;
        return order;
      })
      .toEqual({
        status: "completed",
        payment_status: "paid",
        fulfilment_status: "delivered",
        recipient: "Pembeli kasir",
      });
    const [stock] = await asSeed()`
      select on_hand, held, allocated from stock_items where variant_id = ${variant?.id ?? ""}`;
    expect(stock).toMatchObject({ on_hand: (variant?.on_hand ?? 0) - 2, held: 0 });
    expect(complaints).toEqual([]);
  });
});
