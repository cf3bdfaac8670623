import { beforeAll, describe, expect, test } from "vitest";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { orderDesign } from "#tests/support/builders/customisations.ts";
import { iccProfile } from "#tests/support/builders/icc-profile.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("colour profiles of printers", { timeout: 120_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();
  beforeAll(openTestProviders);
  const buyer = demoPerson("customer@etalase.test");

  test("staff upload the profile of a press, and its buyer sees the printed colours", async () => {
    const design = await orderDesign(buyer, "self", { process: "offset" });
    const { page } = await chromium.open({ width: 390 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/Settings/print-profiles");
    const press = page.getByRole("listitem").filter({ hasText: "Offset" });
    await press.getByText("Belum ada profil").waitFor();
    expect(await faultsOf(page, "profiles, none yet")).toEqual([]);
    const choose = (name: string, buffer: Buffer) =>
      press
        .getByLabel("Berkas profil")
        .setInputFiles({ name, mimeType: "application/vnd.iccprofile", buffer });
    await choose("layar.icc", iccProfile({ profileClass: "mntr" }));
    await press.getByRole("button", { name: "Simpan profil" }).click();
    await press.getByText("bukan profil mesin cetak").waitFor();
    expect(await faultsOf(page, "a profile that was refused")).toEqual([]);
    // As large as measured ones: over one megabyte.
    await choose("mesin.icc", iccProfile({ bytes: 1_800_000 }));
    await press.getByRole("button", { name: "Simpan profil" }).click();
    await press.getByText("Tersimpan.").waitFor();
    await press.getByText("Mesin Uji").waitFor();
    expect(await faultsOf(page, "a profile that is used")).toEqual([]);

    const own = await chromium.open({ width: 390 });
    const address = `/dashboard/orders/${design.order_id}/Customisation`;
    await signIn(own.page, program().url, "customer@etalase.test", address);
    await own.page.getByRole("heading", { name: "Warna setelah dicetak (Mesin Uji)" }).waitFor();
    await own.page.getByText("di luar jangkauan mesin cetak").first().waitFor();
    await own.page.getByText("Dicetak dengan profil Mesin Uji").waitFor();
    expect(await faultsOf(own.page, "a proof with printed colours")).toEqual([]);

    await page.goto(`${program().url}/admin/customisations/${design.id}`);
    await page.getByText("di luar jangkauan mesin cetak").first().waitFor();
    await page.goto(`${program().url}/admin/Settings/print-profiles`);
    await press.getByRole("button", { name: "Hapus profil" }).click();
    await press.getByText("Profil dihapus.").waitFor();
  });
});
