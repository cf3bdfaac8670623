import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  brokenRules,
  chooseToPay,
  hasBrowser,
  openCheckout,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { type FailingProxy, startFailingProxy } from "#tests/support/doubles/failing-proxy.ts";
import { startS3Server } from "#tests/support/doubles/s3-server.ts";
import {
  type StripeDouble,
  startStripeDouble,
  stripeEnvironment,
} from "#tests/support/doubles/stripe-double.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe.runIf(hasBrowser)("while something outside is away", { timeout: 60_000 }, () => {
  const chromium = useChromium({ showsPictures: true });
  let stripe: StripeDouble;
  let files: Awaited<ReturnType<typeof startS3Server>>;
  let line: FailingProxy;
  beforeAll(async () => {
    stripe = await startStripeDouble();
    files = await startS3Server("berkas");
    line = await startFailingProxy(new URL(files.storageUrl).searchParams.get("endpoint") ?? "");
  });
  afterAll(async () => {
    await stripe.close();
    await line.stop();
    await files.stop();
  });
  const { program } = useProgram(() => {
    const storage = new URL(files.storageUrl);
    storage.searchParams.set("endpoint", line.url);
    return {
      STORAGE_URL: storage.href,
      PAYMENTS: "builtin,stripe,transfer",
      ...stripeEnvironment(stripe),
    };
  });

  async function buyer() {
    const visitor = await chromium.open();
    const { page } = visitor;
    await signIn(page, program().url, "customer@etalase.test");
    await fill(page);
    return visitor;
  }

  async function fill(page: Awaited<ReturnType<typeof chromium.open>>["page"]) {
    await openCheckout(page, program().url);
  }

  longProof(
    "R19: without the object store pages keep their layout, and a proof can be sent again",
    async () => {
      line.fault = "refuse";
      const { page, complaints } = await buyer();
      const health = await fetch(`${program().url}/readyz`);
      expect([health.status, await health.json()]).toMatchObject([
        200,
        { status: "without_files" },
      ]);

      await page.goto(`${program().url}/item/mug-ngopi-dulu`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      const image = page.locator("main img").first();
      // The page shows the picture's colour and no broken-picture sign, and nothing moves when the picture arrives.
      await expect.poll(() => image.evaluate((it) => getComputedStyle(it).content)).toMatch(/svg/);
      const colour = await image.evaluate((it) => getComputedStyle(it).backgroundColor);
      expect(colour).toMatch(/^rgb\(/);
      const box = await image.boundingBox();
      expect(box?.width).toBeGreaterThan(200);
      expect(box?.height).toBe(box?.width);
      expect(await brokenRules(page)).toEqual([]);

      await page.goto(`${program().url}/Checkout`);
      await page.getByText("Tiba").first().waitFor();
      await chooseToPay(page, "Transfer bank");
      await page.getByRole("button", { name: /^(Bayar Rp|Buat pesanan)/ }).click();
      await page.waitForURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/);
      const section = page.getByRole("region", { name: "Transfer bank" });
      const file = { name: "bukti.png", mimeType: "image/png", buffer: picture };
      await section.getByLabel("Bukti transfer").setInputFiles(file);
      await section.getByRole("button", { name: "Kirim bukti" }).click();
      await section.getByText("Berkas belum terkirim. Coba lagi.").waitFor();
      line.fault = "none";
      await section.getByRole("button", { name: "Kirim bukti" }).click();
      await section.getByText(/^Bukti diterima/).waitFor();
      expect(complaints).toEqual([]);
    },
  );

  test("R4: with an unavailable payment method the order stays, says so, and recovers by itself", async () => {
    const { page, complaints } = await buyer();
    stripe.setDown(true, { status: 429, headers: { "retry-after": "4" } });
    const cards = "Kartu, Apple Pay, Google Pay";
    await chooseToPay(page, cards);
    await page.getByRole("button", { name: /^Bayar Rp/ }).click();
    await page.getByText("Pembayaran belum dapat dibuka.", { exact: false }).waitFor();
    await page.getByRole("link", { name: "Ganti cara bayar" }).click();
    await page.waitForURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/);

    await fill(page);
    const offer = page.getByRole("radio", { name: cards });
    await page.getByText("Sedang tidak dapat dipakai.", { exact: false }).waitFor();
    expect(await offer.isDisabled()).toBe(true);
    expect(await page.getByRole("radio", { name: "QRIS" }).isDisabled()).toBe(false);
    expect(await brokenRules(page)).toEqual([]);

    stripe.setDown(false);
    const look = async () => {
      await page.reload();
      await page.getByText("Tiba").first().waitFor();
      return offer.isDisabled();
    };
    await expect.poll(look, { interval: 1_000 }).toBe(false);
    expect(complaints).toEqual([]);
  });
});
