import { describe, expect, test } from "vitest";
import { hasBrowser, putMugInCart, useChromium } from "#tests/support/browser/browser.ts";
import { tooWide } from "#tests/support/browser/too-wide.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";
import { shareOf } from "#tests/support/runner/whole-run.ts";

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
  "/Subscribe",
  "/Subscribe/no-such-link",
  "/Unauthorised",
  "/Success",
  "/no-such-page",
];

describe.runIf(hasBrowser)("large letters and narrow screens", { timeout: 90_000 }, () => {
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram();

  test("no public page is wider than its screen", async () => {
    const { page } = await chromium.open();
    const faults: string[] = [];
    for (const path of shareOf(pages, 1, 2)) {
      await page.goto(program().url + path);
      await page.waitForSelector("html[data-alive]");
      faults.push(...(await tooWide(page, path)));
    }
    await putMugInCart(page, program().url);
    await page.goto(`${program().url}/Cart`);
    await page.getByText("Total sementara").first().waitFor();
    faults.push(...(await tooWide(page, "/Cart with a mug")));
    expect(faults).toEqual([]);
  });
});
