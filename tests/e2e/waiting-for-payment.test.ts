import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  brokenRules,
  chooseToPay,
  hasBrowser,
  openCheckout,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

/** Pixels that a phone of 390 × 844 shows between the bars of its browser. */
const firstScreen = 600;

/** Where an element ends on a page that was not scrolled, in pixels from its top. */
async function endOf(element: Locator): Promise<number> {
  const box = await element.evaluate((node) => {
    const { bottom } = node.getBoundingClientRect();
    return bottom + window.scrollY;
  });
  return Math.round(box);
}

describe.runIf(hasBrowser)("an order that is paid at a bank", { timeout: 60_000 }, () => {
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram();

  async function placeBy(page: Page, method: string): Promise<void> {
    await openCheckout(page, program().url);
    await chooseToPay(page, method);
    await page.getByRole("button", { name: /^(Bayar Rp|Buat pesanan)/ }).click();
    await page.waitForURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/);
  }

  test("shows number, amount and deadline, changes to another method, and turns paid by itself", async () => {
    const { page, context, complaints } = await chromium.open();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await asSeed()`update shop_settings set time_zone = 'Asia/Makassar'`;
    await signIn(page, program().url, "customer@etalase.test");
    await placeBy(page, "BCA Virtual Account");

    const section = page.getByRole("region", { name: "BCA Virtual Account" });
    await section.getByText("Nomor virtual account BCA").waitFor();
    const shown = (await section.getByText(/^\d{4} \d{4} \d{4} \d{4}$/).textContent()) ?? "";
    // On a phone whoever pays at a bank sees all that is typed there without scrolling.
    for (const needed of [
      section.getByText(/^Rp[\d.]+$/).first(),
      section.getByRole("button", { name: "Salin jumlah" }),
      section.getByText(shown),
      section.getByRole("button", { name: "Salin nomor" }),
    ]) {
      expect(await endOf(needed)).toBeLessThanOrEqual(firstScreen);
    }
    await section.getByRole("button", { name: "Salin nomor" }).click();
    await section.getByRole("button", { name: "Tersalin" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      shown.replaceAll(" ", ""),
    );
    await section.getByText(/^Bayar sebelum \S+, \d+ \S+ \d{4} pukul \d\d\.\d\d WITA$/).waitFor();
    await section
      .getByRole("timer")
      .getByText(/^Sisa waktu .*\d\d:\d\d:\d\d$/)
      .waitFor();
    await section.getByText("BCA mobile", { exact: true }).click();
    await section.getByText("m-Transfer, BCA Virtual Account").waitFor();

    await section.getByRole("button", { name: "Periksa status" }).click();
    await section.getByRole("status").getByText("Pembayaran belum kami terima.").waitFor();

    expect(await brokenRules(page)).toEqual([]);
    // Another payment method for the same order: the virtual account number becomes invalid.
    const demoBank =
      (await section.getByRole("link", { name: "Buka bank percobaan" }).getAttribute("href")) ?? "";
    await section.getByRole("button", { name: "Ganti cara bayar" }).click();
    await page.getByRole("radio", { name: "QRIS" }).check();
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Pakai cara ini" }).click();
    const qr = page.getByRole("region", { name: "QRIS" });
    const picture = qr.getByRole("img", { name: /^Kode QRIS untuk membayar Rp/ });
    await picture.waitFor();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), {
        timeout: 10_000,
      })
      .toBeGreaterThan(200);
    expect(await endOf(picture)).toBeLessThanOrEqual(firstScreen);
    const bank = await context.newPage();
    await bank.goto(`${program().url}${demoBank}`);
    await bank.getByText("Pembayaran ini sudah selesai atau ditutup.").waitFor();

    // Paid elsewhere: the open page is notified.
    const wallet = await qr.getByRole("link", { name: "Buka bank percobaan" }).getAttribute("href");
    await bank.goto(`${program().url}${wallet}`);
    await bank.getByRole("button", { name: "Bayar" }).click();
    await bank.waitForURL(/\/dashboard\/orders\//);
    await page.getByText("Diproses").first().waitFor();
    await qr.waitFor({ state: "detached" });
    const arrived = page.getByRole("status").getByText(/^Pembayaran Rp[\d.]+ diterima\.$/);
    await arrived.waitFor();
    expect(await arrived.evaluate((node) => node.getBoundingClientRect().top)).toBeLessThan(844);
    expect(await arrived.evaluate((node) => node.getBoundingClientRect().top)).toBeGreaterThan(0);
    expect(await brokenRules(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("a payment that is settled before the page joins its channel is shown after the join", async () => {
    const { page, context } = await chromium.open();
    await signIn(page, program().url, "customer@etalase.test");
    await placeBy(page, "QRIS");
    const order = page.url();
    const bank = await context.newPage();
    const wallet = await page
      .getByRole("link", { name: "Buka bank percobaan" })
      .getAttribute("href");
    const join = Promise.withResolvers<void>();
    // Without the poll, only the join can reload the page.
    await page.addInitScript(() => {
      const start = window.setInterval.bind(window);
      window.setInterval = ((run: () => void, wait: number) =>
        wait === 15_000 ? 0 : start(run, wait)) as typeof window.setInterval;
    });
    await page.routeWebSocket(/\/realtime\//, async (socket) => {
      await join.promise;
      socket.connectToServer();
    });
    await page.goto(order);
    await page.getByRole("heading", { name: "QRIS" }).waitFor();
    await bank.goto(`${program().url}${wallet}`);
    await bank.getByRole("button", { name: "Bayar" }).click();
    const id = order.split("/").at(-1) ?? "";
    await expect
      .poll(async () => (await asSeed()`select status from orders where id = ${id}`)[0]?.status, {
        timeout: 12_000,
      })
      .toBe("placed");
    join.resolve();
    await page.getByText(/^Pembayaran Rp[\d.]+ diterima\.$/).waitFor();
  });

  test("a wallet's own page is paid on, and leads back to the order", async () => {
    const { page, complaints } = await chromium.open({ width: 1280, dark: true });
    await signIn(page, program().url, "customer@etalase.test");
    await openCheckout(page, program().url);
    await chooseToPay(page, "E-wallet (GoPay, OVO, DANA, ShopeePay)");
    await page.getByRole("button", { name: /^Bayar Rp/ }).click();
    await page.waitForURL(/\/pay\/builtin\//);
    await page.getByRole("button", { name: "Tolak" }).click();
    await page.waitForURL(/\/dashboard\/orders\//);
    await page.getByText("Pembayaran ditolak. Coba lagi atau ganti cara bayar.").waitFor();
    // The first mail follows ten minutes later, so the page does not name one.
    await page.getByText("Halaman boleh ditutup; pesanan ini ada di Pesanan saya.").waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("link", { name: "Buka aplikasi" }).click();
    await page.getByRole("button", { name: "Bayar" }).click();
    await page.waitForURL(/\/dashboard\/orders\//);
    await page.getByText(/^Pembayaran Rp[\d.]+ diterima\.$/).waitFor();
    await page.getByRole("link", { name: "Lihat nota dan langkah berikutnya" }).click();
    await page.waitForURL(/\/Success\?order=/);
    expect(complaints).toEqual([]);
  });

  test("a wallet payment is settled on return when its notification was lost", async () => {
    const { page, complaints } = await chromium.open();
    await signIn(page, program().url, "customer@etalase.test");
    await openCheckout(page, program().url);
    await chooseToPay(page, "E-wallet (GoPay, OVO, DANA, ShopeePay)");
    await page.getByRole("button", { name: /^Bayar Rp/ }).click();
    await page.waitForURL(/\/pay\/builtin\//);
    const [, wallet = ""] = /\/pay\/builtin\/([^?]+)/.exec(page.url()) ?? [];
    // No notification is queued.
    const [paid] = await asSeed()<{ return_url: string }[]>`
      update private.builtin_payments set status = 'succeeded' where id = ${wallet}
      returning details ->> 'return_url' as return_url`;
    await page.goto(paid?.return_url ?? "");
    await page.getByText(/^Pembayaran Rp[\d.]+ diterima\.$/).waitFor({ timeout: 10_000 });
    expect(complaints).toEqual([]);
  });

  test("a device's wallet approves on the order's page, after a refusal and by keyboard alone", async () => {
    const { page, complaints } = await chromium.open();
    await signIn(page, program().url, "customer@etalase.test");
    await openCheckout(page, program().url);
    await chooseToPay(page, "Apple Pay / Google Pay");
    await page.getByRole("button", { name: /^Bayar Rp/ }).click();
    await page.waitForURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/);
    const open = page.getByRole("button", { name: "Bayar dengan dompet" });
    await open.press("Enter");
    const sheet = page.getByRole("dialog", { name: "Apple Pay / Google Pay" });
    await sheet.getByRole("radio", { name: /0002/ }).press("Space");
    expect(await brokenRules(page)).toEqual([]);
    await sheet.getByRole("button", { name: /^Setujui Rp/ }).press("Enter");
    await page.getByText("Bank menolak kartu ini", { exact: false }).waitFor();

    // Closing the sheet sends no request to the bank.
    await open.press("Enter");
    // A dialog opens deferred: Escape before that would close nothing.
    await sheet.waitFor();
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    await open.press("Enter");
    await sheet.getByRole("radio", { name: /3155/ }).press("Space");
    await sheet.getByRole("button", { name: /^Setujui Rp/ }).press("Enter");
    await page.getByLabel("Kode satu kali").fill("123456");
    await page.keyboard.press("Enter");
    await page.getByText("Diproses").first().waitFor();
    expect(complaints).toEqual([]);
  });
});
