import { beforeAll, describe, expect } from "vitest";
import { beginTermsDraft } from "#shop/settings/terms/terms-drafts.server.ts";
import { hasBrowser, settled, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { tooWide } from "#tests/support/browser/too-wide.ts";
import { claimedOrder, waitingOrder } from "#tests/support/builders/orders.ts";
import { demoAddressId, demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";
import { shareOf } from "#tests/support/runner/whole-run.ts";

const customer = demoPerson("customer@etalase.test");
const draft = "0d1b7c0e-5a3f-4c53-8b1d-3f1f6f0a7e12";

describe.runIf(hasBrowser)("large letters in the back office", { timeout: 90_000 }, () => {
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram(() => ({ PAYMENTS: "builtin,transfer" }));
  /** Ids by their special property. */
  const others: Record<string, string> = {};
  beforeAll(async () => {
    openTestProviders();
    others.transfer = await waitingOrder(customer, "transfer:bank");
    others.sent = await claimedOrder(customer, demoAddressId);
    const [request] = await asSeed()<{ id: string }[]>`select id from returns limit 1`;
    others.returned = request?.id ?? "";
    const [enquiry] = await asSeed()<{ id: string }[]>`
      insert into enquiries (topic, name, email, phone, message, language, idempotency_key, request_hash)
      values ('product', 'Rina Ayu Lestari Kusumawardhani', 'rina.ayu.lestari@pelanggan.contoh.test',
        '+6281234567890', 'Apakah mug ini tahan mesin cuci piring?', 'id', 'huruf-besar', '')
      returning id`;
    others.enquiry = enquiry?.id ?? "";
    const [variant] = await asSeed()<{ id: string; product_id: string }[]>`
      select v.id, v.product_id from product_variants v join products p on p.id = v.product_id
      where p.slug = 'mug-jakarta' limit 1`;
    others.variant = variant?.id ?? "";
    others.product = variant?.product_id ?? "";
    await beginTermsDraft(demoPerson("admin@etalase.test"), draft);
  });

  longProof("no page of the back office is wider than its screen", async () => {
    const { page } = await chromium.open();
    const faults: string[] = [];
    const { url } = program();
    await signIn(page, url, "admin@etalase.test", "/admin");
    const pages = [
      "/admin",
      "/admin/Orders",
      `/admin/Orders/${others.sent}`,
      `/admin/Orders/${others.transfer}`,
      "/admin/Products",
      "/admin/Products/New",
      "/admin/Products/Grid",
      "/admin/Categories",
      "/admin/Settings/shop",
      "/admin/Settings/orders",
      "/admin/Settings/accounts",
      "/admin/Setup",
      `/admin/Products/${others.product}`,
      `/admin/Stock/${others.variant}`,
      "/admin/Customers",
      "/admin/Returns",
      `/admin/Returns/${others.returned}`,
      "/admin/Payments?view=transfers",
      "/admin/Enquiries",
      `/admin/Enquiries/${others.enquiry}`,
      "/admin/Mails",
      "/admin/TermsAndConditions",
      `/admin/TermsAndConditions/${draft}`,
    ];
    for (const path of shareOf(pages, 0, 2)) {
      await page.goto(url + path);
      await settled(page);
      faults.push(...(await tooWide(page, path)));
      // Because of the sidebar, a small screen has less room than a phone in landscape.
      for (const width of [768, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const over = await page.evaluate(() => {
          document.documentElement.style.fontSize = "";
          return document.documentElement.scrollWidth - document.documentElement.clientWidth;
        });
        if (over > 0) faults.push(`${path} at ${width} px: ${over} px`);
      }
    }
    expect(faults).toEqual([]);
  });
});
