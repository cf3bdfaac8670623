import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { brokenRules, hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { tabTo } from "#tests/support/browser/keyboard.ts";
import { tooWide } from "#tests/support/browser/too-wide.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

type Row = Record<"id_varian" | "harga" | "harga_coret" | "stok" | "sku", string>;

describe.runIf(hasBrowser)("products as CSV", { timeout: 120_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  const priceOf = async (id: string) => {
    const [row] = await asSeed()<{ price: number }[]>`
      select price from product_variants where id = ${id}`;
    return row?.price;
  };
  const press = async (page: Page, role: "button" | "link" | "checkbox", name: string | RegExp) => {
    await tabTo(page, role, name);
    await page.keyboard.press(role === "checkbox" ? "Space" : "Enter");
  };
  /** The browser's file field has no role that a test could name. */
  async function tabToFile(page: Page): Promise<void> {
    for (let step = 0; step < 80; step++) {
      const isThere = await page.evaluate(
        () => (document.activeElement as HTMLInputElement | null)?.type === "file",
      );
      if (isThere) return;
      await page.keyboard.press("Tab");
    }
    throw new Error("the keyboard does not reach the file");
  }

  longProof("go out, are changed, checked, run and undone, by keyboard alone", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/Imports");
    await page.waitForSelector("html[data-alive]");
    expect(await brokenRules(page)).toEqual([]);

    const downloading = page.waitForEvent("download");
    await press(page, "button", "Unduh CSV");
    const file = await (await downloading).path();
    const rows: Row[] = parse(await readFile(file, "utf8"), {
      bom: true,
      delimiter: ";",
      columns: true,
    });
    const [row] = rows;
    if (!row) throw new Error("the export is empty");
    const before = Number(row.harga);
    const changed = { ...row, harga: String(before * 3), harga_coret: "-" };
    // As a spreadsheet saves it: cells as they are.
    const content = [row, changed, ...rows.slice(1)]
      .map((line, n) => (n === 0 ? Object.keys(line) : Object.values(line)))
      .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(";"))
      .join("\r\n");

    // The browser needs a moment until it reports file choosers instead of opening them.
    const choosing = page.waitForEvent("filechooser");
    await tabToFile(page);
    await page.keyboard.press("Space");
    await (await choosing).setFiles({
      name: "ubahan.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(content),
    });
    await press(page, "button", "Unggah");
    await page.getByRole("heading", { name: "ubahan.csv" }).waitFor();
    await page.getByText("Dikenali sebagai ekspor toko ini.", { exact: false }).waitFor();
    expect(await brokenRules(page)).toEqual([]);

    await press(page, "button", "Periksa");
    await page.getByText("1 barang berubah").waitFor();
    expect(await priceOf(row.id_varian)).toBe(before);
    expect(await brokenRules(page)).toEqual([]);
    await press(page, "checkbox", "Saya sudah memeriksa 1 nilai ini");
    await press(page, "button", "Jalankan");
    await expect.poll(() => priceOf(row.id_varian)).toBe(before * 3);
    const undo = page.getByRole("button", { name: "Kembalikan: Impor produk · ubahan.csv" });
    await undo.waitFor();

    // The tray follows to other pages.
    await page.goto(`${program().url}/admin/Orders`);
    const tray = page.getByRole("complementary", { name: "Tugas berjalan" });
    await tray.getByText("Impor produk · ubahan.csv", { exact: true }).waitFor();
    await page.waitForSelector("html[data-alive]");
    // It covers nothing of the page.
    await page.setViewportSize({ width: 1280, height: 900 });
    const [beside, body] = await Promise.all([
      tray.boundingBox(),
      page.locator("#content").boundingBox(),
    ]);
    if (!beside || !body) throw new Error("the tray or the page is not shown");
    expect(beside.x + beside.width).toBeLessThanOrEqual(body.x);
    expect(beside.y + beside.height).toBeLessThanOrEqual(900);
    const rail = await page.getByRole("navigation", { name: "Kelola toko" }).boundingBox();
    expect((rail?.y ?? 0) + (rail?.height ?? 0)).toBeLessThanOrEqual(beside.y);
    expect(await brokenRules(page)).toEqual([]);
    await tray.getByRole("button", { name: "Tutup daftar tugas" }).click();
    await tray.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Produk", exact: true }).click();
    await page.getByRole("heading", { name: "Produk", level: 1 }).waitFor();
    expect(await tray.count()).toBe(0);
    await page.goBack();
    await page.goBack();
    await undo.waitFor();
    await page.waitForSelector("html[data-alive]");

    await press(page, "button", "Kembalikan: Impor produk · ubahan.csv");
    await page.getByRole("heading", { name: "Impor produk: kembalikan · ubahan.csv" }).waitFor();
    await expect.poll(() => priceOf(row.id_varian)).toBe(before);
    await page.getByText("Selesai").first().waitFor();
    expect(await brokenRules(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  longProof("refused rows come back as a file, on a phone and in English", async () => {
    const { page, complaints } = await chromium.open({ width: 390 });
    await signIn(page, program().url, "admin@etalase.test", "/en/admin/Imports");
    await page.waitForSelector("html[data-alive]");
    expect(await tooWide(page, "imports")).toEqual([]);
    await page.locator('input[type="file"]').setInputFiles({
      name: "broken.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("sku,harga\r\nTIDAK-ADA,12\r\n"),
    });
    await page.getByRole("button", { name: "Upload" }).click();
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("Refused products: 1").waitFor();
    expect(await tooWide(page, "check")).toEqual([]);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download the refused rows" }).click();
    const text = await readFile(await (await downloading).path(), "utf8");
    expect(text.trimEnd().split("\r\n")[1]).toContain("The product was not found and has no name.");
    expect(complaints).toEqual([]);
  });
});
