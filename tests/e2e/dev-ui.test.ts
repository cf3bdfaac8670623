import { describe, expect, test } from "vitest";
import { askAxe } from "#tests/support/browser/axe.ts";
import { hasBrowser, useChromium } from "#tests/support/browser/browser.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { removeFolder, startProgram } from "#tests/support/runner/program.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("the parts of the screens", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("animations stop with reduced motion", async () => {
    const { page } = await chromium.open();
    await page.goto(`${program().url}/dev/ui`);
    await page.waitForSelector("html[data-alive]");
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll("*")]
        .filter((element) => {
          const { transitionDuration, animationName, animationDuration } =
            getComputedStyle(element);
          const lasts = (durations: string) => /[1-9]/.test(durations);
          return (
            lasts(transitionDuration) || (animationName !== "none" && lasts(animationDuration))
          );
        })
        .map(({ className }) => className),
    );
    expect(moving).toEqual([]);
    // Content that would fade in is visible without animation.
    const skeleton = page.locator(".skeleton").first();
    await expect.poll(() => skeleton.evaluate((e) => getComputedStyle(e).opacity)).toBe("0.5");
  });

  longProof(
    "break no rule of WCAG 2.2 AA in either mode, in any state, open or closed",
    async () => {
      const { page, complaints } = await chromium.open();
      const errors: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" && !/Failed to load resource/.test(message.text()))
          errors.push(message.text());
      });
      const found: string[] = [];
      const inspect = async (what: string) => {
        for (const { id, nodes } of await askAxe(page, { within: "html" })) {
          found.push(...nodes.slice(0, 3).map(({ html }) => `${what} ${id}: ${html}`));
        }
      };
      await page.goto(`${program().url}/dev/ui`);
      await page.waitForSelector("html[data-alive]");
      // Icons by name: known ones are shown, an unknown one leaves its space empty.
      await page.waitForFunction(() => document.querySelectorAll("[data-icons] svg").length === 4);
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide).toBeLessThanOrEqual(width);
        await inspect(`${width}`);
      }
      for (const mode of ["Terang", "Gelap"]) {
        for (const place of ["Tengah", "Samping", "Dari bawah", "Penuh"]) {
          const half = page.getByRole("region", { name: mode });
          const button = half.getByRole("button", { name: place, exact: true });
          await button.click();
          await page.getByRole("dialog").waitFor();
          await inspect(`${mode} ${place}`);
          await page.keyboard.press("Escape");
          await page.getByRole("dialog").waitFor({ state: "hidden" });
          // The focus returns to the control that opened it.
          expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
        }
      }
      expect(found).toEqual([]);
      expect(errors).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  test("are closed where the shop is in earnest", async () => {
    const shop = await startProgram({
      env: { NODE_ENV: "production", ALLOW_BUILTIN_PAYMENTS: "1", DEV_PAGES: "0" },
    });
    try {
      expect((await fetch(`${shop.url}/dev/ui`)).status).toBe(404);
      expect((await fetch(`${shop.url}/dev/mail`)).status).toBe(404);
    } finally {
      await shop.stop();
      await removeFolder(shop.dataDir);
    }
  });
});
