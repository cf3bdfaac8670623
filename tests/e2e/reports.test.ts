import { describe, expect, test } from "vitest";
import { hasBrowser, settled, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { tooWide } from "#tests/support/browser/too-wide.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("reports", { timeout: 120_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("an administrator compares a period, sees an error for invalid dates, and downloads a report and the orders", async () => {
    const { page } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/Reports");
    await settled(page);
    const found = await faultsOf(page, "/admin/Reports");
    await page.getByRole("link", { name: "Penjualan per produk" }).click();
    await page.getByRole("heading", { name: "Penjualan per produk" }).waitFor();
    await page.getByLabel("Periode").selectOption("year");
    await page.getByLabel("Bandingkan dengan").selectOption("none");
    await page.getByRole("button", { name: "Tampilkan" }).click();
    await page.waitForURL(/period=year/);
    const [sum] = await asSeed()<{ orders: number }[]>`
      select orders::int from sales_rollups where dimension = 'all' and period = 'y' order by starts desc limit 1`;
    await page
      .locator("dl")
      .filter({ hasText: `Pesanan${sum?.orders}` })
      .waitFor();
    found.push(...(await faultsOf(page, "/admin/Reports/Products of a year")));
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Unduh CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^products-\d{4}-01-01-.*\.csv$/);
    await page.goto(
      `${program().url}/en/admin/Reports/Provinces?period=own&from=2026-02-30&until=2026-03-01`,
    );
    await page.getByText("Enter both dates.").waitFor();
    found.push(...(await faultsOf(page, "/en/admin/Reports/Provinces with wrong dates")));
    found.push(...(await tooWide(page, "/en/admin/Reports/Provinces")));
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${program().url}/admin/Reports`);
    await page.getByRole("button", { name: "Buat berkas" }).click();
    await page.waitForURL(/\/admin\/Tasks\//);
    await page.getByRole("heading", { name: /Ekspor pesanan/ }).waitFor();
    expect(
      await asSeed()`select from staff_tasks where kind = 'export-ledger-orders'`,
    ).toHaveLength(1);
    expect(found).toEqual([]);
  });
});
