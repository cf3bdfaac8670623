import { describe, expect, test } from "vitest";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

const slug = "mug-daun-monstera";

describe.runIf(hasBrowser)("goods that take a name", { timeout: 90_000 }, () => {
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram();

  test("are made by screen: where they are printed, a template with a field, and a buyer's name on it", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    const { url } = program();
    const [product] = await asSeed()<
      { id: string }[]
    >`select id from products where slug = ${slug}`;
    await signIn(page, url, "admin@etalase.test", `/admin/Products/${product?.id}/Printing`);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("button", { name: "Mulai dari mug sublimasi" }).click();
    const save = page.getByRole("button", { name: "Simpan sebagai revisi baru" });
    await page.getByLabel("Semua varian").uncheck();
    await save.click();
    await page.getByText("Centang minimal satu varian.").first().waitFor();
    await page.getByLabel("Semua varian").check();
    const safe = page.getByLabel("Batas aman");
    await safe.fill("60");
    await save.click();
    await page.getByText("Batas aman lebih besar dari setengah area.").waitFor();
    await safe.fill("4,5");
    await save.click();
    await page.getByRole("heading", { name: "Templat" }).waitFor();
    await page.getByLabel("Tawarkan kepada pembeli").check();
    await page.getByText("Belum ditawarkan: terbitkan satu templat dahulu.").waitFor();
    expect(await faultsOf(page, "how a product is printed")).toEqual([]);
    const address = await page.getByRole("link", { name: /Halaman ukur/ }).getAttribute("href");
    const ruler = await page.request.get(new URL(address ?? "", url).href);
    expect((await ruler.body()).subarray(0, 5).toString()).toBe("%PDF-");

    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("link", { name: "Buat templat" }).click();
    await page.waitForURL(/\/Templates\//);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("button", { name: "Teks", exact: true }).click();
    await page.locator("aside textarea").fill("Sinta");
    await page.getByLabel("Diisi pembeli").check();
    await page.getByLabel("Pertanyaan kepada pembeli").fill("Nama panggilan");
    await page.getByLabel("Terbitkan").check();
    const keep = page.getByRole("button", { name: "Simpan templat" });
    await keep.click();
    await page.getByText("Isi nama templat dahulu.").waitFor();
    await page.getByLabel("Nama templat").fill("Nama saja");
    await keep.click();
    await page.getByText("Tersimpan", { exact: true }).waitFor();

    await page.goto(`${url}/item/${slug}`);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("textbox", { name: "Nama panggilan" }).fill("Budi Wijayakusuma");
    await page.getByRole("img", { name: /Cetakan: Budi Wijayakusuma/ }).waitFor();
    expect(complaints).toEqual([]);
  });
});
