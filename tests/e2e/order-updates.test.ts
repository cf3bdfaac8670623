import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { shipOrder } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import {
  chooseOrderAction,
  hasBrowser,
  settled,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { payFor, waitingOrder } from "#tests/support/builders/orders.ts";
import { demoAddressId, demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

const customer = demoPerson("customer@etalase.test");

describe.runIf(hasBrowser)("pages say what is true", { timeout: 60_000 }, () => {
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram(() => ({ PAYMENTS: "builtin,transfer" }));
  const orders = { qris: "", transfer: "", paid: "", sent: "" };
  beforeAll(async () => {
    openTestProviders();
    orders.qris = await waitingOrder(customer, "builtin:qris");
    orders.transfer = await waitingOrder(customer, "transfer:bank");
    orders.paid = (await payFor(customer, demoAddressId, "lunas", [1])).id;
    orders.sent = (await payFor(customer, demoAddressId, "terkirim", [1])).id;
    await shipOrder(demoPerson("staff@etalase.test"), {
      order_id: orders.sent,
      courier: "JNE",
      service: "REG",
      tracking_number: "JN-1",
    });
  });
  const sheets = async (page: Page) =>
    ((await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g) ?? []).length;

  test("to the buyer of an order that waits, is paid, is on its way; and on paper", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    const { url } = program();
    await signIn(page, url, "customer@etalase.test");
    const reported = async (id: string) => {
      await page.goto(`${url}/Success?order=${id}`);
      return page.getByRole("heading", { level: 1 }).textContent();
    };
    expect(await reported(orders.qris)).toBe("Pesanan tercatat, tinggal dibayar");
    await page.getByText(/^Bayar Rp[\d.]+ sebelum .* WIB\. Cara membayarnya/).waitFor();
    await page.getByRole("link", { name: "Lihat cara membayar" }).click();
    await page.waitForURL(/\/dashboard\/orders\//);
    await page.getByRole("img", { name: /^Kode QRIS/ }).waitFor();
    await settled(page);
    expect(await sheets(page)).toBeLessThanOrEqual(2);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("timer").isVisible()).toBe(false);
    expect(await page.getByText(/CV Nota dan Kawan · Jl\. Braga/).isVisible()).toBe(true);
    await page.emulateMedia({ media: "screen" });
    expect(await reported(orders.paid)).toBe("Terima kasih, pesanan Anda lunas");
    expect(await reported(orders.sent)).toBe("Pesanan Anda dalam perjalanan");
    expect(complaints).toEqual([]);
  });

  test("the success page is stamped, leads on, stays after a reload, prints and copies its product", async () => {
    const { page, context, complaints } = await chromium.open();
    const { url } = program();
    const address = `${url}/Success?order=${orders.paid}`;
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    // This device has no sheet to share with.
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "share"));
    await signIn(page, url, "customer@etalase.test");
    await page.goto(address);
    const stamp = page.getByText("Lunas", { exact: true });
    await stamp.waitFor();
    await page.reload();
    await stamp.waitFor();
    await page.getByRole("button", { name: "Salin tautan produk" }).click();
    await page.getByRole("status").getByText("Tautan tersalin").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(new RegExp(`^${url}/item/[a-z-]+$`));
    await page.evaluate(() => {
      window.print = () => {
        document.documentElement.dataset.printed = "yes";
      };
    });
    await page.getByRole("button", { name: "Cetak" }).click();
    expect(await page.locator("html").getAttribute("data-printed")).toBe("yes");
    expect(await sheets(page)).toBe(1);
    await page.getByRole("link", { name: "Lihat pesanan" }).click();
    await page.waitForURL(`${url}/dashboard/orders/${orders.paid}`);

    // Where the device has a sheet, the product is shared and not the order.
    await page.addInitScript(() => {
      Navigator.prototype.share = async (data) => {
        document.documentElement.dataset.shared = data?.url;
      };
    });
    await page.goto(address);
    await page.getByRole("button", { name: "Bagikan" }).click();
    expect(await page.locator("html").getAttribute("data-shared")).toBe(copied);
    expect(complaints).toEqual([]);
  });

  test("to staff: how it is paid, what they have to do, and what can be stock again", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    const { url } = program();
    await signIn(page, url, "staff@etalase.test", `/admin/Orders/${orders.transfer}`);
    await page.getByText("Transfer bank").first().waitFor();
    await page.getByRole("link", { name: "Catat transfer yang masuk" }).click();
    await page.waitForURL(/\/admin\/Payments\?view=transfers$/);
    for (const [id, canRestock] of [
      [orders.paid, true],
      [orders.sent, false],
    ] as const) {
      await page.goto(`${url}/admin/Orders/${id}`);
      await settled(page);
      await page.getByText("Kartu debit atau kredit").waitFor();
      expect(await page.getByRole("link", { name: /^Catat/ }).count()).toBe(0);
      await chooseOrderAction(page, "Refund");
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Akan dikembalikan").waitFor();
      expect(await dialog.getByLabel(/belum dikirim kembali ke stok/).count()).toBe(
        canRestock ? 1 : 0,
      );
    }
    expect(complaints).toEqual([]);
  });

  test("to visitors: of links, of refusals and of pictures that cannot be had", async () => {
    const { page } = await chromium.open();
    const { url } = program();
    const answer = await page.goto(`${url}/Order/${"x".repeat(43)}`);
    expect(answer?.status()).toBe(404);
    await page.getByRole("heading", { name: "Tautan pesanan ini tidak berlaku" }).waitFor();
    await page.goto(`${url}/Unauthorised`);
    await page.getByText("Hanya akun tim toko yang dapat membukanya.").waitFor();
    await page.route(/\.(avif|webp)$/, (route) => route.abort());
    await page.goto(`${url}/item/mug-ngopi-dulu`);
    await settled(page);
    const picture = page.locator("main img").first();
    await expect.poll(() => picture.getAttribute("data-gone")).toBe("");
    const seen = await picture.evaluate((image) => {
      const { content, backgroundColor, opacity } = getComputedStyle(image);
      return {
        content: content.slice(0, 9),
        hasColour: backgroundColor !== "rgba(0, 0, 0, 0)",
        opacity,
      };
    });
    expect(seen).toEqual({ content: 'url("data', hasColour: true, opacity: "1" });
  });
});
