import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

const standard = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What axe finds in the page as it is now, in both modes and widths, and what sticks out of a narrow screen. */
export async function faultsOf(page: Page, state: string): Promise<string[]> {
  const found: string[] = [];
  await page.setViewportSize({ width: 320, height: 700 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  if (width > 320) found.push(`${state} is ${width} px wide at 320 px`);
  for (const [size, mode] of [
    [390, "light"],
    [1280, "light"],
    [1280, "dark"],
    [390, "dark"],
  ] as const) {
    await page.setViewportSize({ width: size, height: 900 });
    await page.emulateMedia({ colorScheme: mode });
    await page.evaluate(() =>
      Promise.allSettled(document.getAnimations().map((animation) => animation.finished)).then(
        () => null,
      ),
    );
    const axe = new AxeBuilder({ page }).setLegacyMode(true).include("main");
    // The dark look differs in its colours only.
    const asked = mode === "light" ? axe.withTags(standard) : axe.withRules(["color-contrast"]);
    for (const { id, nodes } of (await asked.analyze()).violations) {
      found.push(`${state} ${size} ${mode}: ${id} ${nodes[0]?.html}`);
    }
  }
  return found;
}
