import { beforeAll, describe, expect } from "vitest";
import { makeOrderLink } from "#shop/orders/order-link.server.ts";
import { payAgain } from "#shop/orders/payments/attempts/pay-again.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { refundOrder } from "#shop/orders/refunds/refund-order.server.ts";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { orderLettered } from "#tests/support/builders/revisions.ts";
import {
  demoPerson,
  openTestProviders,
  payWith,
  provenStaff,
} from "#tests/support/builders/shop.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

async function supplementOf(id: string): Promise<string> {
  const [row] = await asSeed()<{ id: string }[]>`select id from orders where supplement_of = ${id}`;
  if (!row) throw new Error("no supplement");
  return row.id;
}

describe.runIf(hasBrowser)("what a changed design costs", { timeout: 120_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();
  beforeAll(openTestProviders);
  const buyer = demoPerson("customer@etalase.test");
  const staff = demoPerson("staff@etalase.test");

  longProof("a dearer design asks for its amount, and is looked at once it is paid", async () => {
    const design = await orderLettered(buyer, staff, { quantity: 2 });
    const { page } = await chromium.open({ width: 390 });
    const address = `/dashboard/orders/${design.order_id}/Customisation`;
    await signIn(page, program().url, "customer@etalase.test", `${address}/${design.id}`);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("button", { name: "Lapisan", exact: true }).click();
    await page.getByRole("option", { name: /Teks “Rani”/ }).click();
    const write = async (text: string) => {
      await page.keyboard.press("Enter");
      await page.getByRole("textbox", { name: "Tulisan" }).fill(text);
      await page.getByRole("button", { name: "Tutup" }).click();
    };
    await write("Ra");
    await page.getByText("Desain ini Rp4.000 lebih murah dari yang dibayar.").waitFor();
    await page.getByRole("region", { name: "Papan gambar" }).focus();
    await write("Raniati");
    await page.getByText("Desain ini Rp6.000 lebih mahal dari yang dibayar.").waitFor();
    expect(await faultsOf(page, "a dearer design")).toEqual([]);
    await page.getByRole("button", { name: "Kirim dan bayar Rp6.000" }).click();
    await page.getByRole("checkbox", { name: /Cetak seperti ini.*Raniati/ }).check();
    await page.getByRole("button", { name: "Kirim dan bayar Rp6.000" }).click();
    await page.getByText("Tambahan untuk desain baru pesanan").waitFor();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await faultsOf(page, "the page of a supplement")).toEqual([]);
    await page.getByRole("button", { name: "Batalkan tambahan" }).click();
    await page
      .getByText("Pesanan dan desain sebelumnya tetap seperti semula.", { exact: false })
      .waitFor();
    await page.getByRole("button", { name: "Tidak jadi" }).click();

    const office = await chromium.open({ width: 1280 });
    const card = `/admin/customisations/${design.id}`;
    await signIn(office.page, program().url, "staff@etalase.test", card);
    await office.page.getByText(/membayar tambahan Rp6.000 sampai/).waitFor();
    expect(await faultsOf(office.page, "a supplement, of staff")).toEqual([]);

    const order = await supplementOf(design.order_id);
    const track = new URL(await makeOrderLink(asSeed(), order, "id")).pathname;
    await page.goto(`${program().url}${track}`);
    await page.getByRole("heading", { name: /Bayar sebelum/ }).waitFor();
    expect(await faultsOf(page, "the tracking page of a supplement")).toEqual([]);
    await page.goto(`${program().url}/dashboard/orders/${design.order_id}`);
    await page.getByRole("link", { name: "Bayar Rp6.000" }).waitFor();
    await page.goto(`${program().url}${address}`);
    // What is to be done now stands above what was said about the version before.
    const waits = page.getByText(/Versi baru Anda menunggu tambahan Rp6.000/);
    const before = page.getByText("Versi sebelumnya: Belum bisa dicetak");
    const rejection = page.getByText(/^Hasil cetaknya tidak akan bagus/);
    const tops = [];
    for (const part of [waits, before, rejection]) tops.push((await part.boundingBox())?.y ?? 0);
    expect(tops).toEqual(tops.toSorted((one, two) => one - two));
    expect(await page.getByText(/^Ubah desainnya sendiri/).count()).toBe(0);
    expect(await faultsOf(page, "a design whose supplement waits")).toEqual([]);
    await page.getByRole("link", { name: "Bayar Rp6.000" }).click();
    await page.waitForSelector("html[data-alive]");
    await page.getByText("Tambahan untuk desain baru pesanan").waitFor();
    const opened = await payAgain(buyer, order, "builtin:card");
    if (!opened.ok) throw new Error(opened.problem);
    await page.reload();
    await page.getByRole("button", { name: "Bayar Rp6.000" }).waitFor();
    await payWith(opened.value.payment_id);
    await settlePayment(opened.value.payment_id);
    // The program's own job makes it the next version.
    await page.goto(`${program().url}${address}`);
    await page.getByText("Tulisan “Rani” menjadi “Raniati”").waitFor();
    await page.getByText("Menunggu diperiksa").waitFor();

    // Nothing of it is sent: it leads to the order with the goods, and promises no day.
    await page.goto(`${program().url}${track}`);
    await page.getByRole("heading", { name: "Tambahan ini sudah dibayar" }).waitFor();
    expect(await page.getByText("Perkiraan tiba").count()).toBe(0);
    expect(await page.getByRole("heading", { name: "Paket" }).count()).toBe(0);
    await page.getByRole("main").getByRole("link", { name: /^INV-/ }).click();
    await page.waitForURL(`**/dashboard/orders/${design.order_id}`);
    await office.page.goto(`${program().url}/admin/Orders/${order}`);
    await office.page.getByRole("heading", { level: 1 }).waitFor();
    expect(await office.page.getByText("Belum dikirim").count()).toBe(0);
    expect(await faultsOf(office.page, "the order of a supplement, of staff")).toEqual([]);

    // The account says what it is: it has no goods.
    await page.goto(`${program().url}/dashboard`);
    await page.getByText(/^Tambahan desain untuk pesanan INV-/).waitFor();
    expect(await page.getByText(/barang$/).count()).toBe(0);

    // Money that its payment gives back is listed at the order, too, for both.
    const given = await refundOrder(await provenStaff(), {
      order_id: design.order_id,
      key: "7e0c6d2e-5d0f-4ad3-9d29-3d1b54ba3f3c",
      note: "Uji",
      lines: [{ order_line_id: design.line, quantity: 1 }],
      shipping: 0,
      fee: 0,
      goodwill: 0,
      channel: "original",
      reason: "goodwill",
      restock: false,
      notify: false,
    });
    expect(given).toMatchObject({ ok: true });
    for (const reader of [
      { page, address: `/dashboard/orders/${design.order_id}` },
      { page: office.page, address: `/admin/Orders/${design.order_id}` },
    ]) {
      await reader.page.goto(program().url + reader.address);
      const refund = reader.page.getByRole("listitem").filter({ hasText: "Dari tambahan desain" });
      await refund.getByText("Rp3.000").waitFor();
      await refund.getByRole("link", { name: /^INV-/ }).waitFor();
      expect(await faultsOf(reader.page, "refunds of a supplement at its order")).toEqual([]);
    }
    const received = office.page.getByText("Tambahan desain masuk").locator("..");
    expect(await received.textContent()).toContain("Rp6.000");
  });
});
