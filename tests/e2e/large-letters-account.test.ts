import { beforeAll, describe, expect, test } from "vitest";
import type { Person } from "#shop/access.ts";
import { placeOrder } from "#shop/checkout/place-order.server.ts";
import { shipOrder } from "#shop/fulfilment/fulfil-order.server.ts";
import { requestReturn } from "#shop/returns/request-return.server.ts";
import { hasBrowser, settled, signIn, useChromium } from "#tests/support/browser.ts";
import { payFor } from "#tests/support/orders.ts";
import { useProgram } from "#tests/support/running-program.ts";
import {
  demoAddressId,
  demoPerson,
  openTestProviders,
  orderInput,
  variantInStock,
} from "#tests/support/shop.ts";
import { tooWide } from "#tests/support/too-wide.ts";

const customer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");

async function waitingOrder(person: Person, payment_method: string): Promise<string> {
  const input = await orderInput(person, {
    lines: [{ variant_id: await variantInStock(), quantity: 1 }],
    payment_method,
  });
  const placed = await placeOrder(person, input, {
    idempotencyKey: payment_method,
    language: "id",
  });
  if (!placed.ok) throw new Error(placed.problem.code);
  return placed.value.order.id;
}

describe.runIf(hasBrowser)("large letters in the account", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram(() => ({ PAYMENTS: "builtin,transfer" }));
  /** By what is special about them. */
  const orders: Record<string, string> = {};
  beforeAll(async () => {
    openTestProviders();
    orders.qris = await waitingOrder(customer, "builtin:qris");
    orders.account = await waitingOrder(customer, "builtin:va_bca");
    orders.transfer = await waitingOrder(customer, "transfer:bank");
    orders.paid = (await payFor(customer, demoAddressId, "huruf-lunas", [1])).id;
    const sent = await payFor(customer, demoAddressId, "huruf-besar", [2, 1]);
    await shipOrder(staff, {
      order_id: sent.id,
      courier: "JNE",
      service: "REG",
      tracking_number: "JN-0123456789",
    });
    await requestReturn(customer, {
      order_id: sent.id,
      key: "0123456789",
      kind: "claim",
      reason: "misprinted",
      note: "Tulisannya miring.",
      wish: "replacement",
      lines: [{ order_line_id: sent.lines[0]?.id ?? "", quantity: 1 }],
    });
    orders.sent = sent.id;
  });

  test("no page of the account is wider than its screen", async () => {
    const { page } = await chromium.open();
    const faults: string[] = [];
    const { url } = program();
    await signIn(page, url, "customer@etalase.test");
    const pages = [
      "/dashboard",
      "/dashboard/Address",
      "/dashboard/Details",
      "/dashboard/Security",
      "/dashboard/Customisations",
      "/dashboard/orders",
      ...Object.values(orders).map((id) => `/dashboard/orders/${id}`),
      `/dashboard/orders/${orders.sent}/Return`,
      `/Success?order=${orders.transfer}`,
      `/Success?order=${orders.paid}`,
      `/Success?order=${orders.sent}`,
    ];
    for (const path of pages) {
      await page.goto(url + path);
      await settled(page);
      faults.push(...(await tooWide(page, path)));
    }
    await page.goto(`${url}/item/mug-ngopi-dulu`);
    await page.waitForSelector("html[data-alive]");
    await page
      .getByRole("button", { name: /Tambah ke keranjang/ })
      .locator("visible=true")
      .click();
    await page.getByRole("dialog").waitFor();
    await page.goto(`${url}/Checkout`);
    await page.getByText("Tiba").first().waitFor();
    await settled(page);
    faults.push(...(await tooWide(page, "/Checkout")));
    expect(faults).toEqual([]);
  });
});
