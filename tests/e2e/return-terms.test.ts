import { describe, expect, test } from "vitest";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe("what the pages promise about returns", { timeout: 60_000 }, () => {
  const { program } = useProgram();
  const text = async (path: string) => (await fetch(`${program().url}${path}`)).text();

  test("follows the settings for days and postage, as soon as they change", async () => {
    expect(await text("/ShippingAndReturns")).toContain(
      "paling lambat 4 hari setelah paket diterima",
    );
    const faq = await text("/Faq");
    expect(faq).toContain("paling lambat 7 hari setelah paket diterima");
    expect(faq).toContain("Ongkir kembali karena berubah pikiran Anda yang bayar.");
    expect(await text("/en/ShippingAndReturns")).toContain("Orders paid before 14:00 WIB");

    await asSeed()`
      update shop_settings set return_days = 12, claim_days = 5, return_postage = 'shop'`;
    await asSeed()`update cutoffs set hour = 11 where hour is not null`;
    await expect
      .poll(() => text("/en/ShippingAndReturns"), { timeout: 10_000 })
      .toContain("within 12 days of receiving the shipment");
    const page = await text("/ShippingAndReturns");
    expect(page).toContain("paling lambat 5 hari");
    expect(page).toContain("Ongkir kembali kami yang bayar.");
    expect(page).toContain("sebelum pukul 11.00 WIB");
    expect(await text("/en/Faq")).toContain("We pay the postage of what you return.");

    await asSeed()`update shop_settings set return_days = 0`;
    await expect.poll(() => text("/Faq"), { timeout: 10_000 }).not.toContain("Ongkir kembali");
    expect(await text("/Faq")).toContain("Barang yang sudah diterima tidak dapat dikembalikan");
  });
});
