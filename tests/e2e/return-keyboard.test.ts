import { beforeAll, describe, expect } from "vitest";
import { shipOrder } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { deliverShipment } from "#shop/orders/fulfilment/shipments.server.ts";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { tabTo, typeInto } from "#tests/support/browser/keyboard.ts";
import { type PaidOrder, payFor } from "#tests/support/builders/orders.ts";
import { demoAddressId, demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("a return without a mouse", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();
  let order: PaidOrder;
  beforeAll(async () => {
    openTestProviders();
    const customer = demoPerson("customer@etalase.test");
    order = await payFor(customer, demoAddressId, "papan-ketik", [2]);
    const shipment = { courier: "JNE", service: "REG", tracking_number: "JN-KETIK" };
    const staff = demoPerson("staff@etalase.test");
    const sent = await shipOrder(staff, { order_id: order.id, ...shipment });
    if (sent.ok) await deliverShipment(customer, sent.value.shipment_id);
  });

  longProof(
    "a return is requested, approved, sent, counted and refunded by keyboard alone",
    async () => {
      const [buyer, staff] = [await chromium.open(), await chromium.open({ width: 1280 })];
      const { page } = buyer;
      await signIn(page, program().url, "customer@etalase.test", `/dashboard/orders/${order.id}`);
      await tabTo(page, "link", "Kembalikan barang atau ajukan keluhan");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: /^Pengembalian untuk pesanan/ }).waitFor();
      await tabTo(page, "spinbutton", /^Jumlah/);
      await page.keyboard.press("Control+A");
      await page.keyboard.type("1");
      await tabTo(page, "combobox", "Alasan");
      await page.keyboard.type("Ukuran");
      await tabTo(page, "button", "Ajukan");
      await page.keyboard.press("Enter");
      await page.getByText("Diajukan", { exact: true }).waitFor();

      const { page: office } = staff;
      await signIn(office, program().url, "admin@etalase.test", "/admin/Returns");
      await tabTo(office, "link", /^RET-/);
      await office.keyboard.press("Enter");
      await tabTo(office, "button", "Setujui");
      await office.keyboard.press("Enter");
      await office.getByRole("button", { name: "Catat penerimaan" }).waitFor();

      await page.getByLabel(/^Nomor resi/).waitFor({ timeout: 20_000 });
      await tabTo(page, "textbox", /^Kurir/);
      await page.keyboard.type("JNE");
      await tabTo(page, "textbox", /^Nomor resi/);
      await page.keyboard.type("BALIK-KETIK");
      await page.keyboard.press("Enter");
      await page.getByText("Dalam perjalanan", { exact: true }).waitFor();

      await office.getByText("BALIK-KETIK").waitFor({ timeout: 20_000 });
      await tabTo(office, "spinbutton", /^Layak jual:/);
      await office.keyboard.press("Control+A");
      await office.keyboard.type("1");
      await tabTo(office, "button", "Catat penerimaan");
      await office.keyboard.press("Enter");
      await office.getByRole("button", { name: "Refund", exact: true }).waitFor();
      await tabTo(office, "button", "Refund");
      await office.keyboard.press("Enter");
      await typeInto(office, "Kata sandi Anda", "etalase-demo-2026");
      await office.keyboard.press("Enter");
      await office.getByText("Diselesaikan dengan refund", { exact: true }).waitFor();
      const refunded = async () =>
        (
          await asSeed()<{ refunded_total: number }[]>`
          select refunded_total from orders where id = ${order.id}`
        )[0]?.refunded_total;
      await expect.poll(refunded, { timeout: 15_000 }).toBe((order.lines[0]?.total ?? 0) / 2);
      expect([...buyer.complaints, ...staff.complaints]).toEqual([]);
    },
  );
});
