import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  brokenRules,
  hasBrowser,
  settled,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { tooWide } from "#tests/support/browser/too-wide.ts";
import { demoPerson, giveStaffRole } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("changes that are not applied yet", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  async function product(place: number): Promise<{ id: string; path: string }> {
    const [row] = await asSeed()<{ id: string }[]>`
      select id from products where status = 'published' order by slug offset ${place} limit 1`;
    if (!row) throw new Error("the demo shop has products");
    return { id: row.id, path: `/admin/Products/${row.id}` };
  }
  const brandOf = async (id: string) => {
    const [row] = await asSeed()<{ brand: string }[]>`select brand from products where id = ${id}`;
    return row?.brand;
  };
  const draftsOf = (id: string) => asSeed()<{ brand: string; apply_at: Date | null }[]>`
    select form -> 'after' ->> 'brand' as brand, apply_at from private.product_drafts where product_id = ${id}`;

  /** Types a brand, and lets the time pass after which it is kept. */
  async function typeBrand(page: Page, brand: string): Promise<void> {
    const unfold = page.getByRole("button", { name: "Buka Pengelompokan" });
    if (await unfold.isVisible()) await unfold.click();
    await page.getByLabel(/^Merek/).fill(brand);
    await page.clock.fastForward(6_000);
  }

  test("what is typed survives a closed tab, and a colleague goes on with it", async () => {
    const { id, path } = await product(0);
    const admin = await chromium.open({ width: 1280 });
    await signIn(admin.page, program().url, "admin@etalase.test", path);
    await settled(admin.page);
    await admin.page.clock.install();
    await typeBrand(admin.page, "Belum Terbit");
    await admin.page.getByText(/Belum diterapkan. Isian tersimpan/).waitFor();
    expect(await draftsOf(id)).toEqual([{ brand: "Belum Terbit", apply_at: null }]);
    expect(await brandOf(id)).not.toBe("Belum Terbit");
    // Kept: leaving asks nothing.
    await admin.page.getByRole("link", { name: "Semua produk" }).click();
    await admin.page.getByRole("heading", { name: "Produk", exact: true }).waitFor();

    const again = await admin.context.newPage();
    await again.goto(`${program().url}${path}`);
    await again.getByText(/dibuka kembali/).waitFor();
    expect(await again.getByLabel(/^Merek/).inputValue()).toBe("Belum Terbit");

    await giveStaffRole(demoPerson("staff@etalase.test"), "manager");
    const { page } = await chromium.open({ width: 390, dark: true });
    await signIn(page, program().url, "staff@etalase.test", path);
    await settled(page);
    await page.getByText(/juga punya isian yang belum diterapkan/).waitFor();
    expect(await brokenRules(page)).toEqual([]);
    expect(await tooWide(page, path)).toEqual([]);
    await page.getByRole("button", { name: "Lanjutkan isiannya" }).click();
    await expect.poll(() => page.getByLabel(/^Merek/).inputValue()).toBe("Belum Terbit");
    await page.getByRole("button", { name: "Terapkan perubahan" }).click();
    await page.getByText("Tersimpan", { exact: true }).waitFor();
    expect(await brandOf(id)).toBe("Belum Terbit");

    // The first one's draft stands on older ground; what is the same there is no conflict.
    await again.reload();
    await again.getByRole("button", { name: "Buang isian" }).click();
    await expect.poll(async () => (await draftsOf(id)).length).toBe(0);
    expect([...admin.complaints]).toEqual([]);

    await page.clock.install();
    // After applying, what is typed next is kept again; typed back, nothing is left to keep.
    await typeBrand(page, "Sesudahnya");
    await page.getByText(/Isian tersimpan/).waitFor();
    expect(await draftsOf(id)).toEqual([{ brand: "Sesudahnya", apply_at: null }]);
    await typeBrand(page, "Belum Terbit");
    await expect.poll(async () => (await draftsOf(id)).length).toBe(0);
  });

  longProof(
    "changes are scheduled, and the schedule is taken off, with the keyboard alone",
    async () => {
      const { id, path } = await product(1);
      const { page, complaints } = await chromium.open({ width: 1280 });
      await signIn(page, program().url, "admin@etalase.test", path);
      await settled(page);
      const press = async (name: string) => {
        await page.getByRole("button", { name, exact: true }).last().focus();
        await page.keyboard.press("Enter");
      };
      await page.getByLabel(/^Merek/).focus();
      await page.keyboard.type("Akhir Tahun");
      await page.getByLabel("Waktu (jam toko)").fill("2020-01-01T00:00");
      await press("Jadwalkan perubahan");
      await page.getByText("Pilih waktu yang belum lewat.").waitFor();
      await page.getByLabel("Waktu (jam toko)").fill("2031-12-31T23:00");
      await press("Jadwalkan perubahan");
      await page.getByText(/diterapkan sendiri pada 31 Des 2031, 23.00 WIB/).waitFor();
      expect(await draftsOf(id)).toEqual([
        { brand: "Akhir Tahun", apply_at: new Date("2031-12-31T16:00:00Z") },
      ]);
      expect(await page.getByLabel(/^Merek/).isDisabled()).toBe(true);
      expect(await brokenRules(page)).toEqual([]);
      await press("Batalkan jadwal");
      await expect.poll(() => page.getByLabel(/^Merek/).isDisabled()).toBe(false);
      expect(await page.getByLabel(/^Merek/).inputValue()).toBe("Akhir Tahun");
      await press("Buang");
      await expect.poll(async () => (await draftsOf(id)).length).toBe(0);
      expect(await brandOf(id)).not.toBe("Akhir Tahun");
      expect(complaints).toEqual([]);
    },
  );

  longProof("two windows of one person: the second one stops keeping, and says so", async () => {
    const { id, path } = await product(2);
    const { page, context } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "admin@etalase.test", path);
    await settled(page);
    const second = await context.newPage();
    await second.goto(`${program().url}${path}`);
    await settled(second);
    await page.clock.install();
    await second.clock.install();
    await typeBrand(page, "Satu");
    await page.getByText(/Isian tersimpan/).waitFor();
    await typeBrand(second, "Dua");
    await second.getByText(/di jendela lain/).waitFor();
    expect((await draftsOf(id)).map(({ brand }) => brand)).toEqual(["Satu"]);
    await second.getByRole("button", { name: "Terapkan perubahan" }).click();
    await second.getByText("Tersimpan", { exact: true }).waitFor();
    expect(await brandOf(id)).toBe("Dua");
  });
});
