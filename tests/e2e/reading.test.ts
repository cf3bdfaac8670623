import { describe, expect, test } from "vitest";
import { hasBrowser, useChromium } from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("pages to read", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  const html = async (path: string) => (await fetch(program().url + path)).text();

  test("questions are searched by the address without scripts", async () => {
    const page = await html("/en/Faq?q=return%20money");
    expect(page).toContain("2 answers for “return money”");
    expect(page).toContain('id="salah-cetak"');
    expect(page).not.toContain('id="ongkir"');
    expect(page).toMatch(/<mark[^>]*>return<\/mark>/);
    // For search engines every search is the same page, with every answer.
    expect(page).toContain(`<link rel="canonical" href="${program().url}/en/faq"/>`);
    const graph = JSON.parse(
      /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(page)?.[1] ?? "",
    );
    expect(graph["@graph"][0]["@type"]).toBe("FAQPage");
    expect(graph["@graph"][0].mainEntity).toHaveLength(15);
    const odd = await html(`/Faq?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(odd).not.toContain("<script>alert(1)");
    expect(odd).toContain("Tidak ada jawaban untuk");
  });

  test("where guests may not buy, the questions say that paying needs an account", async () => {
    await asSeed()`update shop_settings set guest_checkout = false`;
    await expect.poll(() => html("/Faq")).toContain("Untuk membayar ya, supaya pesanan");
    expect(await html("/Faq")).not.toContain("sebagai tamu");
  });

  test("with scripts the search updates at every letter; an answer's address leads to it", async () => {
    const { page, complaints } = await chromium.open();
    await page.goto(`${program().url}/Faq`);
    await page.waitForSelector("html[data-alive]");
    const box = page.getByLabel("Cari di tanya jawab");
    await box.pressSequentially("ongkir");
    await page
      .locator("mark", { hasText: /^ongkir$/i })
      .first()
      .waitFor();
    await page.getByText(/jawaban untuk “ongkir”/).waitFor();
    await box.fill("zzz");
    await page.getByRole("heading", { name: "Tidak ada jawaban untuk “zzz”" }).waitFor();
    await page.getByRole("link", { name: "Lihat semua" }).click();
    await page.getByRole("heading", { name: "Apakah ada jumlah pesanan minimum?" }).waitFor();
    await page.goto(`${program().url}/Faq#lacak`);
    await expect
      .poll(() => page.locator("#lacak").evaluate((answer) => answer.matches(":target")))
      .toBe(true);
    expect(complaints).toEqual([]);
  });

  test("the language changes on a page and on the way to another, and going back changes it back", async () => {
    const { page, complaints } = await chromium.open({ width: 1280 });
    await page.goto(`${program().url}/Faq?q=ongkir`);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("banner").getByRole("link", { name: "en – English" }).click();
    await page.waitForURL(/\/en\/Faq\?q=ongkir$/);
    await page.waitForSelector("html[data-alive]");
    const english = page.getByLabel("Search the questions");
    await english.fill("colour");
    await page.getByText("0 answers for “colour”").waitFor();
    // A link in a merchant's text opens by client-side navigation when its language is the page's.
    await page.evaluate(() => {
      document
        .querySelector("main")
        ?.insertAdjacentHTML("afterbegin", '<a data-discover="true" href="/Contact">Kontak</a>');
    });
    await page.getByRole("main").getByRole("link", { name: "Kontak", exact: true }).click();
    await page.getByRole("button", { name: "Kirim", exact: false }).first().waitFor();
    await page.waitForSelector("html[lang=id][data-alive]");
    await page.goBack();
    await page.waitForSelector("html[lang=en][data-alive]");
    await page.getByLabel("Search the questions").waitFor();
    expect(complaints).toEqual([]);
  });

  test("in the longer language, too, no rows overlap", async () => {
    const { page } = await chromium.open({ width: 1280 });
    await page.goto(`${program().url}/en/ShippingAndReturns`);
    await page.getByText("Always", { exact: true }).first().waitFor();
    const tooWide = await page.locator("main td").evaluateAll((cells) =>
      cells
        .filter((cell) => {
          const edge = cell.getBoundingClientRect().right;
          return [...cell.children].some((part) => part.getBoundingClientRect().right > edge);
        })
        .map(({ textContent }) => textContent),
    );
    expect(tooWide).toEqual([]);
  });

  test("delivery follows the settings, and terms have an address for each version", async () => {
    const shipping = await html("/ShippingAndReturns");
    for (const text of ["14.00 WIB", "Bandung Raya", "9.000", "Besok sampai", "Kota Bandung"]) {
      expect(shipping, text).toContain(text);
    }
    const terms = await html("/TermsAndConditions");
    expect(terms).toContain("Versi 2026-11-b");
    const same = await html("/en/TermsAndConditions/2026-11-b");
    expect(same).toContain(`<link rel="canonical" href="${program().url}/en/termsandconditions"/>`);
    expect((await fetch(`${program().url}/TermsAndConditions/1999-01`)).status).toBe(404);
    for (const path of ["/About", "/PrivacyPolicy", "/en/About", "/en/PrivacyPolicy"]) {
      expect((await fetch(program().url + path)).status, path).toBe(200);
    }
  });
});
