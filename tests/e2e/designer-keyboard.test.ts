import { describe, expect } from "vitest";
import { hasBrowser, useChromium } from "#tests/support/browser/browser.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("the designer by keyboard", { timeout: 120_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  longProof(
    "leads from the product's page to the cart, and a screen reader hears places, problems and what was undone",
    async () => {
      const { page, complaints } = await chromium.open({ width: 1280 });
      const active = () =>
        page.evaluate(() => {
          const { activeElement: at } = document;
          const label = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement;
          const name = at?.getAttribute("aria-label") ?? (label ? at.labels?.[0] : at)?.textContent;
          return `${at?.tagName} ${name?.trim()}`;
        });
      const tabTo = async (name: RegExp) => {
        for (let step = 0; step < 90; step++) {
          await page.keyboard.press("Tab");
          if (name.test(await active())) return;
        }
        throw new Error(`no way to ${name} by keyboard`);
      };
      const hears = (text: string | RegExp) =>
        page.locator("main > [role=status]").filter({ hasText: text }).waitFor();

      await page.goto(`${program().url}/item/kaos-nama-tim`);
      await page.waitForSelector("html[data-alive]");
      await tabTo(/^INPUT Nama tim/);
      await page.keyboard.type("Elang");
      await tabTo(/^INPUT Nama(?! tim)/);
      await page.keyboard.type("Budi");
      await tabTo(/^INPUT Nomor/);
      await page.keyboard.type("10");
      await tabTo(/^A Ubah lebih banyak/);
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/Design\?/);
      await page.waitForSelector("html[data-alive]");
      await page.getByRole("button", { name: /^\d+ catatan$/ }).waitFor();

      // Whoever adds a text types it at once.
      await tabTo(/^BUTTON Teks/);
      await page.keyboard.press("Enter");
      await expect.poll(active).toMatch(/^TEXTAREA Tulisan/);
      await page.keyboard.type("Juara");
      await hears(/^Teks “Juara”: .* mm dari kiri/);
      await tabTo(/^DIV Teks “Juara”.* lapisan 1 dari 4$/);
      for (let step = 0; step < 13; step++) await page.keyboard.press("Shift+ArrowLeft");
      await hears(/Catatan baru: Juara: Keluar [\d,]+ mm dari tepi\./);
      await expect.poll(active).toMatch(/Keluar [\d,]+ mm dari tepi, lapisan 1 dari 4$/);
      for (let step = 0; step < 13; step++) await page.keyboard.press("Shift+ArrowRight");
      await hears(/Sudah beres: Juara: Keluar/);
      // What is chosen by a key, and removed, leaves the focus in the list.
      await page.keyboard.press("Escape");
      await page.keyboard.press("Enter");
      await expect
        .poll(() => page.getByRole("option", { name: /Juara/ }).getAttribute("aria-selected"))
        .toBe("true");
      await page.keyboard.press("Delete");
      await hears("Selesai menghapus. Ctrl+Z mengurungkan.");
      await expect.poll(active).toMatch(/^DIV Teks “10”/);
      await page.keyboard.press("Control+z");
      await hears("Diurungkan: menghapus.");
      await page.keyboard.press("ArrowUp");
      await hears(/^Teks “Juara”/);
      await tabTo(/^BUTTON Masukkan keranjang/);
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/Cart$/);
      await page.getByText(/Desain Anda: Elang · Budi · 10 · Juara/).waitFor();
      expect(complaints).toEqual([]);
    },
  );
});
