import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expireOrder } from "#shop/orders/fulfilment/expire-order.server.ts";
import {
  brokenRules,
  chooseToPay,
  hasBrowser,
  openCheckout,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { photographOf } from "#tests/support/builders/photograph.ts";
import { openTestProviders } from "#tests/support/builders/shop.ts";
import {
  type StripeDouble,
  startStripeDouble,
  stripeEnvironment,
} from "#tests/support/doubles/stripe-double.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

/** Milliseconds that a page may take under load. */
const slowly = { timeout: 10_000 };

describe.runIf(hasBrowser)(
  "money that a person or a company has to say is there",
  {
    timeout: 60_000,
  },
  () => {
    const chromium = useChromium({ showsPictures: true });
    let stripe: StripeDouble;
    beforeAll(async () => {
      stripe = await startStripeDouble();
    });
    afterAll(() => stripe.close());
    const { program } = useProgram(() => ({
      PAYMENTS: "builtin,stripe,transfer,cod",
      ...stripeEnvironment(stripe),
    }));

    async function buyer() {
      const visitor = await chromium.open();
      const { page } = visitor;
      await signIn(page, program().url, "customer@etalase.test");
      await openCheckout(page, program().url);
      return visitor;
    }

    test("a transfer with its picture is matched by staff, and the buyer's page turns paid", async () => {
      const { page, complaints } = await buyer();
      await chooseToPay(page, "Transfer bank");
      await page.getByRole("button", { name: /^(Bayar Rp|Buat pesanan)/ }).click();
      await page.waitForURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/);
      const section = page.getByRole("region", { name: "Transfer bank" });
      await section.getByText("a.n. CV Nota dan Kawan").first().waitFor();
      const number = /INV-\d+/.exec(await page.title())?.[0] ?? "";
      await section.getByLabel("Bukti transfer").setInputFiles({
        name: "bukti.txt",
        mimeType: "text/plain",
        buffer: Buffer.from("x"),
      });
      await section.getByRole("button", { name: "Kirim bukti" }).click();
      await section.getByText("Kirim foto JPEG, PNG, WebP, atau PDF.").waitFor();
      await section.getByLabel("Bukti transfer").setInputFiles({
        name: "bukti.png",
        mimeType: "image/png",
        buffer: await photographOf(6_000_000),
      });
      await section.getByRole("button", { name: "Kirim bukti" }).click();
      await section.getByText(/^Bukti diterima/).waitFor();
      // An order with a payment proof does not expire before staff review it.
      await section.getByRole("timer").waitFor({ state: "detached" });
      expect(await section.getByText("Bayar sebelum").count()).toBe(0);
      expect(await brokenRules(page)).toEqual([]);

      const staff = await chromium.open({ width: 1280 });
      await signIn(staff.page, program().url, "staff@etalase.test", "/admin/Payments");
      await staff.page.getByRole("link", { name: /^Transfer ditunggu/ }).click();
      const row = staff.page.getByRole("listitem").filter({ hasText: number });
      expect(await brokenRules(staff.page)).toEqual([]);
      await row.getByRole("button", { name: "Lihat bukti (1)" }).click();
      const proof = staff.page.getByRole("img", { name: "Bukti transfer" });
      await proof.waitFor();
      await expect
        .poll(() => proof.evaluate((image: HTMLImageElement) => image.naturalWidth), slowly)
        .toBeGreaterThan(1);
      await staff.page.keyboard.press("Escape");
      await row.getByRole("button", { name: "Dana sudah masuk" }).click();
      await staff.page.getByRole("dialog").getByRole("button", { name: "Simpan" }).click();
      await row.waitFor({ state: "detached" });

      await page.getByText("Diproses").first().waitFor();
      await staff.page.goto(`${program().url}/admin/Orders?q=${number}`);
      await staff.page.getByRole("link", { name: number }).first().click();
      await staff.page.getByText("Bukti transfer dikirim pembeli").waitFor();
      await staff.page.getByText(/^Penerimaan dana dicatat · Rp/).waitFor();
      expect([...complaints, ...staff.complaints]).toEqual([]);
    });

    test("a transfer for an expired order is in a separate list, and revives the order", async () => {
      const { page, complaints } = await buyer();
      await chooseToPay(page, "Transfer bank");
      await page.getByRole("button", { name: /^(Bayar Rp|Buat pesanan)/ }).click();
      await page.waitForURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/);
      const order = page.url().slice(-36);
      await page.getByRole("region", { name: "Transfer bank" }).waitFor();
      const number = /INV-\d+/.exec(await page.title())?.[0] ?? "";
      const staff = await chromium.open({ width: 1280 });
      await signIn(staff.page, program().url, "staff@etalase.test", "/admin/Payments");
      const late = staff.page.getByRole("link", { name: /^Transfer terlambat/ });
      await late.click();
      await staff.page
        .getByText("Tidak ada transfer yang lewat waktu dalam 30 hari terakhir")
        .waitFor();
      expect(await brokenRules(staff.page)).toEqual([]);

      await asSeed()`
        update orders set expires_at = now() - interval '1 day', created_at = created_at - interval '2 days' where id = ${order}`;
      openTestProviders();
      await expireOrder(order);
      await staff.page.reload();
      const row = staff.page.getByRole("listitem").filter({ hasText: number });
      await row.waitFor();
      expect(await brokenRules(staff.page)).toEqual([]);
      await row.getByRole("button", { name: "Dana ternyata masuk" }).click();
      await staff.page.getByRole("dialog").getByRole("button", { name: "Simpan" }).click();
      await row.waitFor({ state: "detached" });
      const [placed] =
        await asSeed()`select status, payment_status from orders where id = ${order}`;
      expect(placed).toEqual({ status: "placed", payment_status: "paid" });
      expect([...complaints, ...staff.complaints]).toEqual([]);
    });

    test("without the provider's script the page offers other methods; with it, it pays", async () => {
      const { page, context } = await buyer();
      let isProviderUnavailable = true;
      await context.route("https://js.stripe.com/**", (route) =>
        isProviderUnavailable
          ? route.abort()
          : route.fulfill({ contentType: "text/javascript", body: fakeStripe }),
      );
      await chooseToPay(page, "Kartu, Apple Pay, Google Pay");
      await page.getByRole("button", { name: /^Bayar Rp/ }).click();
      await page.waitForURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/);
      await page.getByText("Formulir pembayaran tidak dapat dimuat.", { exact: false }).waitFor();
      await page.getByRole("button", { name: "Ganti cara bayar" }).waitFor();
      expect(await page.evaluate(() => "Stripe" in window)).toBe(false);

      isProviderUnavailable = false;
      await page.reload();
      await page.getByText("fields of pk_test_double").waitFor();
      const [id = ""] = [...stripe.intents.keys()].slice(-1);
      // The wallet is notified of a refusal, or its sheet would show progress for ever.
      await page.getByRole("button", { name: "Apple Pay" }).click();
      await page.getByText("Bank menolak kartu ini", { exact: false }).waitFor();
      await page.getByText("sheet was told fail").waitFor();
      stripe.pay(id);
      await page.getByRole("button", { name: /^Bayar Rp/ }).click();
      await page.getByText("Diproses").first().waitFor();
    });
  },
);

/** The parts of Stripe.js that the page uses, offline: fields without input, a wallet refused once. */
const fakeStripe = `
  window.Stripe = (key) => {
    let refusals = 0;
    return {
      elements: () => ({
        create: (kind) => {
          const listeners = {};
          return {
            mount: (element) => {
              if (kind === "payment") { element.textContent = "fields of " + key; return; }
              const button = document.createElement("button");
              button.textContent = "Apple Pay";
              button.onclick = () => {
                refusals = 1;
                listeners.confirm({ paymentFailed: ({ reason }) => button.after("sheet was told " + reason) });
              };
              element.append(button);
            },
            on: (event, listener) => { listeners[event] = listener; }, destroy: () => {},
          };
        },
        submit: async () => ({}),
      }),
      confirmPayment: async () =>
        refusals-- > 0 ? { error: { type: "card_error", code: "card_declined" } } : {},
    };
  };`;
