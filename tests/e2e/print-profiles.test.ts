import { beforeAll, describe, expect } from "vitest";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { orderDesign } from "#tests/support/builders/customisations.ts";
import { iccProfile } from "#tests/support/builders/icc-profile.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("colour profiles of printers", { timeout: 120_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();
  beforeAll(openTestProviders);
  const buyer = demoPerson("customer@etalase.test");

  longProof(
    "staff upload the profile of a press, and its buyer sees the printed colours",
    async () => {
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

      // The board of the same variant marks a colour that the press cannot print, and takes the printed one instead.
      const [line] = await asSeed()<{ variant_id: string }[]>`
      select variant_id from order_lines where id = ${design.line}`;
      const guest = await chromium.open({ width: 1280 });
      const board = guest.page;
      await board.goto(`${program().url}/item/mug-nama-anda/Design?variant=${line?.variant_id}`);
      await board.waitForSelector("html[data-alive]");
      await board.setViewportSize({ width: 1280, height: 900 });
      await board.getByRole("option", { name: /^Teks/ }).first().click();
      const colours = board.getByRole("group", { name: "Warna", exact: true });
      await colours.getByText("Perkiraan warna cetak").waitFor();
      await colours.getByRole("radio", { name: /^Merah\. Tercetak lebih redup/ }).check();
      await colours.getByText("Tercetak lebih redup daripada di layar.").waitFor();
      expect(await faultsOf(board, "a colour beyond the printer")).toEqual([]);
      await board.setViewportSize({ width: 1280, height: 900 });
      const checks = board.getByRole("region", { name: "Pemeriksaan" });
      const notes = checks.getByText("Warna ini tercetak lebih redup daripada di layar.");
      await notes.first().waitFor();
      const before = await notes.count();
      await checks.getByRole("button", { name: "Pakai warna cetaknya" }).first().click();
      await expect.poll(() => notes.count()).toBe(before - 1);
      expect(guest.complaints).toEqual([]);

      await page.goto(`${program().url}/admin/customisations/${design.id}`);
      await page.getByText("di luar jangkauan mesin cetak").first().waitFor();
      await page.goto(`${program().url}/admin/Settings/print-profiles`);
      await press.getByRole("button", { name: "Hapus profil" }).click();
      await press.getByText("Profil dihapus.").waitFor();
    },
  );
});
