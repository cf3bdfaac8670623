import { describe, expect, test } from "vitest";
import { hasBrowser, useChromium } from "#tests/support/browser.ts";
import { useProgram } from "#tests/support/running-program.ts";

const pages = [
  "/",
  "/en",
  "/Shop",
  "/en/Shop?category=kaos&colour=putih",
  "/Shop?q=zzzz",
  "/item/mug-ngopi-dulu",
  "/item/poster-kawung-agung",
  "/Cart",
  "/About",
  "/Contact",
  "/Faq",
  "/PrivacyPolicy",
  "/ShippingAndReturns",
  "/en/ShippingAndReturns",
  "/TermsAndConditions",
  "/Auth",
  "/ForgotPassword",
  "/ChangeForgotPassword",
  "/Unsubscribe",
  "/Unauthorised",
  "/Success",
  "/no-such-page",
];

describe.runIf(hasBrowser)("large letters and narrow screens", { timeout: 90_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  /** WCAG 2.2: 1.4.4 asks for text of twice the size, 1.4.10 for 320 px, both without scrolling sideways. */
  test("no public page is wider than its screen", async () => {
    const { page } = await chromium.open();
    const tooWide: string[] = [];
    const measure = async (name: string) => {
      for (const [width, size] of [
        [320, "100%"],
        [390, "200%"],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        const over = await page.evaluate((fontSize) => {
          document.documentElement.style.fontSize = fontSize;
          return document.documentElement.scrollWidth - document.documentElement.clientWidth;
        }, size);
        if (over > 0) tooWide.push(`${name} at ${width} px and ${size}: ${over} px`);
      }
      await page.setViewportSize({ width: 390, height: 800 });
    };
    for (const path of pages) {
      await page.goto(program().url + path);
      await page.waitForSelector("html[data-alive]");
      await measure(path);
    }
    await page.goto(`${program().url}/item/mug-ngopi-dulu`);
    await page.waitForSelector("html[data-alive]");
    await page
      .getByRole("button", { name: /Tambah ke keranjang/ })
      .locator("visible=true")
      .click();
    await page.getByRole("dialog").waitFor();
    await page.goto(`${program().url}/Cart`);
    await page.getByText("Total sementara").waitFor();
    await measure("/Cart with a mug");
    expect(tooWide).toEqual([]);
  });
});
