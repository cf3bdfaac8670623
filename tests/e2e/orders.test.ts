import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser.ts";
import { useProgram } from "#tests/support/running-program.ts";

describe.runIf(hasBrowser)("what a customer does with past orders", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("finds one, keeps its invoice and orders it again", async () => {
    const { page, complaints } = await chromium.open();
    await signIn(page, program().url, "customer@etalase.test", "/dashboard/orders");
    const cards = page.locator("main li.sheet");
    const everything = await cards.count();
    await page.getByRole("link", { name: /^Selesai/ }).click();
    await page.waitForURL(/stage=done/);
    await expect.poll(() => cards.count()).toBeLessThan(everything);

    const number = /INV-\d+/.exec((await cards.first().textContent()) ?? "")?.[0] ?? "";
    const search = page.getByRole("searchbox", { name: "Cari nomor atau nama barang" });
    await search.fill(number);
    await search.press("Enter");
    await page.waitForURL(new RegExp(`q=${number}`));
    await expect.poll(() => cards.count()).toBe(1);
    await cards.first().getByRole("link").click();
    await page.getByRole("heading", { name: `Pesanan ${number}` }).waitFor();

    const saving = page.waitForEvent("download");
    await page.getByRole("link", { name: "Unduh nota (PDF)" }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe(`nota-${number}.pdf`);
    expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe("%PDF-");

    const skus = await page
      .locator("main li")
      .getByText(/^(?!INV)[A-Z]{3}-[A-Z0-9-]+$/)
      .allTextContents();
    expect(skus.length).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Pesan lagi" }).click();
    await page.waitForURL(/\/Cart$/);
    const cart = await page.evaluate(() => localStorage.getItem("cart"));
    expect(JSON.parse(cart ?? "{}").state.lines).toHaveLength(skus.length);
    await page.getByRole("heading", { name: /Keranjang/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  test("an invoice is for those who may read the order", async () => {
    const address = `${program().url}/dashboard/orders/7c0c7c2e-1111-4222-8333-444455556666/invoice.pdf`;
    const answer = await fetch(address, { redirect: "manual" });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toMatch(/^\/Auth\?next=/);
  });
});
