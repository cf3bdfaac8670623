import { describe, expect } from "vitest";
import { authenticatorCode } from "#tests/support/browser/authenticator.ts";
import { hasBrowser, useChromium } from "#tests/support/browser/browser.ts";
import { focused, tabTo, typeInto } from "#tests/support/browser/keyboard.ts";
import { makeAccount } from "#tests/support/builders/account.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("an account without a mouse", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program, codeTo } = useProgram();

  longProof(
    "signing in with a code, a second step, recovery codes: the focus is never lost",
    async () => {
      const email = "papan-ketik@contoh.test";
      const id = await makeAccount(email, "Papan Ketik");
      const { page, complaints } = await chromium.open({ width: 1280 });
      await page.goto(`${program().url}/Auth?next=%2Fdashboard%2FSecurity`);
      await tabTo(page, "textbox", "Email atau nomor HP");
      await page.keyboard.type(email);
      await page.keyboard.press("Enter");
      await tabTo(page, "button", "Kirim kode lewat email saja");
      await page.keyboard.press("Enter");
      await typeInto(page, "Kode 6 angka", await codeTo(email, 1));
      await page.waitForURL(/\/dashboard\/Security$/);

      await tabTo(page, "button", "Tambah aplikasi");
      await page.keyboard.press("Enter");
      await typeInto(page, "Nama", "HP Sari");
      await page.keyboard.press("Enter");
      const secret = ((await page.locator("code").textContent()) ?? "").trim();
      await typeInto(page, "Kode 6 angka dari aplikasi", authenticatorCode(secret));
      await page.getByText("HP Sari", { exact: true }).waitFor();
      await expect.poll(() => focused(page)).toBe("Tambah aplikasi");
      const factors = await asSeed()`
      select friendly_name, status from auth.mfa_factors where user_id = ${id}`;
      expect(factors).toEqual([{ friendly_name: "HP Sari", status: "verified" }]);

      await tabTo(page, "button", "Buat kode pemulihan");
      await page.keyboard.press("Enter");
      await page.getByText(/Hanya sekali ini/).waitFor();
      await expect.poll(() => focused(page)).toBe("Salin");
      await tabTo(page, "button", "Sudah saya simpan");
      await page.keyboard.press("Enter");
      await expect.poll(() => focused(page)).toBe("Buat kode baru");

      await page.goto(page.url());
      await tabTo(page, "button", "Ganti nama HP Sari");
      await page.keyboard.press("Enter");
      await typeInto(page, "Nama", "HP baru");
      await page.keyboard.press("Enter");
      await page.getByText("HP baru", { exact: true }).waitFor();
      await expect.poll(() => focused(page)).toBe("Ganti nama HP baru");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      // The focus is on the button that changes nothing, so a second Enter is harmless.
      await expect.poll(() => focused(page)).toBe("Biarkan");
      await page.keyboard.press("Enter");
      await expect.poll(() => focused(page)).toBe("Ganti nama HP baru");
      expect(complaints).toEqual([]);
    },
  );
});
