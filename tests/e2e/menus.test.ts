import { describe, expect, test } from "vitest";
import { askAxe } from "#tests/support/browser/axe.ts";
import { hasBrowser, settled, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("the editor of menus", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();
  const html = async (path: string) => (await fetch(program().url + path)).text();

  test("an administrator changes the header's menu and the footer by keyboard; visitors see them", async () => {
    const { page, complaints } = await chromium.open({ width: 390, dark: true });
    await signIn(page, program().url, "admin@etalase.test", "/admin/Site/menu/header");
    await settled(page);
    const entries = page.locator("main ol > li");
    const count = await entries.count();
    await page.getByRole("button", { name: "Tautan", exact: true }).press("Enter");
    const added = entries.nth(count);
    await page.getByRole("button", { name: "Simpan draf" }).press("Enter");
    await added.getByText("Isi bagian ini.").first().waitFor();
    await added.getByLabel("Teks tautan Indonesia").fill("Cara pesan");
    await added.getByLabel("Teks tautan Inggris").fill("How to order");
    await added.getByLabel("Tautan", { exact: true }).fill("/Faq");
    await page
      .getByRole("button", { name: /^Naikkan/ })
      .nth(count)
      .press("Enter");
    expect(await askAxe(page, { within: "main" })).toEqual([]);
    await page.getByRole("button", { name: "Simpan draf" }).press("Enter");
    await page.getByText("Tersimpan").waitFor();
    expect(await html("/")).not.toContain("Cara pesan");
    await page.getByRole("button", { name: "Terbitkan" }).press("Enter");
    await page.getByText("Sudah terbit.").waitFor();
    await expect.poll(() => html("/")).toContain("Cara pesan");
    await expect.poll(() => html("/en/Shop")).toContain("How to order");

    await page.goto(`${program().url}/admin/Site/menu/footer`);
    await settled(page);
    await entries.first().getByLabel("Judul Indonesia").fill("Belanja di sini");
    expect(await askAxe(page, { within: "main" })).toEqual([]);
    await page.getByRole("button", { name: "Simpan draf" }).press("Enter");
    await page.getByText("Tersimpan").waitFor();
    await page.getByRole("button", { name: "Terbitkan" }).press("Enter");
    await page.getByText("Sudah terbit.").waitFor();
    await expect.poll(() => html("/About")).toContain("Belanja di sini");

    await page.goto(program().url);
    const menu = page.getByRole("navigation", { name: "Menu utama" });
    await menu.getByRole("link", { name: "Cara pesan" }).press("Enter");
    await page.waitForURL("**/Faq");
    expect(await menu.locator('[aria-current="page"]').allTextContents()).toEqual(["Cara pesan"]);
    const legal = page.getByRole("navigation", { name: "Ketentuan" });
    await legal.getByRole("link", { name: "Kebijakan privasi" }).waitFor();
    expect(await askAxe(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
