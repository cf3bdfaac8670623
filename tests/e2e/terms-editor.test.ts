import { describe, expect, test } from "vitest";
import { brokenRules, hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("writing the terms", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("an administrator writes a draft, sees it, and publishes it for buyers", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "admin@etalase.test", "/admin/TermsAndConditions");
    await page.getByRole("button", { name: "Tulis draf baru" }).click();
    await page.waitForURL(/TermsAndConditions\/[0-9a-f-]{36}$/);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("button", { name: "Terbitkan…" }).click();
    await page.getByText("Beri nama versinya dulu.").waitFor();
    await page.getByLabel("Versi").fill("BUKAN versi");
    await page.getByRole("button", { name: "Simpan draf" }).click();
    await page.getByText("Hanya huruf kecil", { exact: false }).waitFor();
    // A refused draft is unsaved: publishing would publish another text than the one shown.
    expect(await page.getByRole("button", { name: "Terbitkan…" }).isDisabled()).toBe(true);
    const [today] = await asSeed()<{ day: string }[]>`
      select (now() at time zone time_zone)::date::text as day from shop_settings`;
    await page.getByLabel("Versi").fill("2027-uji");
    await page.getByLabel("Berlaku mulai").fill(today?.day ?? "");
    await page.getByLabel("Naskah Indonesia").fill("# Bagian uji\n\nIsi <b>uji</b>.");
    await page.getByLabel("Naskah Inggris").fill("# Test part\n\nTest words.");
    await page.getByRole("heading", { name: "Bagian uji" }).waitFor();
    await page.getByRole("button", { name: "Simpan draf" }).click();
    await page.getByText("Draf tersimpan.").waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Terbitkan…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Terbitkan" }).click();
    await page.getByText("Versi 2027-uji sudah terbit.").waitFor();
    expect(await brokenRules(page)).toEqual([]);
    expect(complaints).toEqual([]);

    const [shop] = await asSeed()<{ terms_version: string }[]>`
      select terms_version from shop_settings`;
    expect(shop?.terms_version).toBe("2027-uji");
    const read = async () => (await fetch(`${program().url}/TermsAndConditions`)).text();
    await expect.poll(read, { timeout: 10_000 }).toContain("Isi &lt;b&gt;uji&lt;/b&gt;.");
  });

  test("other staff may not open it, and nothing leads to it", async () => {
    const { page } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "staff@etalase.test", "/admin");
    expect(await page.getByRole("link", { name: "Syarat & ketentuan" }).count()).toBe(0);
    const answer = await page.goto(`${program().url}/admin/TermsAndConditions`);
    expect(answer?.status()).toBe(403);
    // The error page stays within the back office.
    await page.getByRole("heading", { name: "Anda belum punya izin" }).waitFor();
    await page.getByRole("link", { name: "Pengembalian" }).waitFor();
  });
});
