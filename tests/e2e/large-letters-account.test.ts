import { beforeAll, describe, expect } from "vitest";
import {
  hasBrowser,
  putMugInCart,
  settled,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { tooWide } from "#tests/support/browser/too-wide.ts";
import { claimedOrder, payFor, waitingOrder } from "#tests/support/builders/orders.ts";
import { demoAddressId, demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";
import { shareOf } from "#tests/support/runner/whole-run.ts";

const customer = demoPerson("customer@etalase.test");

describe.runIf(hasBrowser)("large letters in the account", { timeout: 90_000 }, () => {
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram(() => ({ PAYMENTS: "builtin,transfer" }));
  /** Order ids by their special property. */
  const orders: Record<string, string> = {};
  beforeAll(async () => {
    openTestProviders();
    orders.qris = await waitingOrder(customer, "builtin:qris");
    orders.account = await waitingOrder(customer, "builtin:va_bca");
    orders.transfer = await waitingOrder(customer, "transfer:bank");
    orders.paid = (await payFor(customer, demoAddressId, "huruf-lunas", [1])).id;
    orders.sent = await claimedOrder(customer, demoAddressId);
  });

  longProof("no page of the account is wider than its screen", async () => {
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
    for (const path of shareOf(pages, 0, 2)) {
      await page.goto(url + path);
      await settled(page);
      faults.push(...(await tooWide(page, path)));
    }
    await putMugInCart(page, url);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/Checkout\.data/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${url}/Checkout`);
    await page.waitForSelector("html[data-alive]");
    faults.push(...(await tooWide(page, "/Checkout that asks for its price")));
    release();
    await page.getByText("Tiba").first().waitFor();
    await settled(page);
    faults.push(...(await tooWide(page, "/Checkout")));
    expect(faults).toEqual([]);
  });
});
