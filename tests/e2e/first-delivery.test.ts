import { describe, expect } from "vitest";
import {
  brokenRules,
  hasBrowser,
  openCheckout,
  putMugInCart,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("a shop without delivery", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  longProof(
    "gets a zone, a method and a price from one form, and a buyer sees that price at checkout",
    async () => {
      await asSeed()`delete from shipping_methods`;
      await asSeed()`delete from shipping_zones`;
      const { page, complaints } = await chromium.open({ width: 1280 });
      await signIn(page, program().url, "admin@etalase.test", "/admin");
      await page.getByRole("link", { name: "Pengiriman" }).click();
      await page.getByRole("heading", { name: "Pembeli belum dapat memilih" }).waitFor();
      expect(await brokenRules(page)).toEqual([]);
      await page.getByRole("link", { name: "Atur pengiriman pertama" }).click();
      await page.getByRole("heading", { name: "Pengiriman pertama" }).waitFor();
      await page
        .getByText(/^Paket berangkat Senin sampai Sabtu\. Pesanan sebelum pukul 14\.00/)
        .waitFor();
      expect(await page.getByRole("link", { name: "Ubah jam kirim" }).getAttribute("href")).toBe(
        "/admin/Shipping/Hours",
      );
      await page.getByLabel("Kurir").fill("JNE");
      await page.getByLabel("Layanan").fill("REG");
      await page.getByLabel("Kilogram pertama (Rp)").fill("-5");
      await page.getByLabel("Tiap kilogram berikutnya (Rp)").fill("17.000");
      await page.getByLabel("Paling lama").fill("1");
      await page.getByRole("button", { name: "Simpan dan tawarkan" }).click();
      await page.getByText("tanpa minus", { exact: false }).first().waitFor();
      expect(await asSeed()`select id from shipping_zones`).toHaveLength(0);
      expect(await brokenRules(page)).toEqual([]);
      await page.getByLabel("Kilogram pertama (Rp)").fill("21.500");
      await page.getByRole("button", { name: "Simpan dan tawarkan" }).click();
      await page.getByText("Paling lama tidak boleh kurang", { exact: false }).waitFor();
      await page.getByLabel("Paling lama").fill("4");
      await page.getByRole("button", { name: "Simpan dan tawarkan" }).click();
      await page.getByText("Pembeli di seluruh Indonesia sekarang melihat").waitFor();
      await page.getByText("7.285", { exact: false }).first().waitFor();
      expect(await brokenRules(page)).toEqual([]);
      expect(complaints).toEqual([]);

      const buyer = await chromium.open();
      await signIn(buyer.page, program().url, "customer@etalase.test");
      await putMugInCart(buyer.page, program().url);
      await openCheckout(buyer.page, program().url);
      await buyer.page.getByText("Rp21.500", { exact: false }).first().waitFor();
    },
  );
});
