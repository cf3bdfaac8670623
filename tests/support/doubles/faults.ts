import type { Page } from "playwright-core";
import { askAxe } from "#tests/support/browser/axe.ts";
import { isWholeRun } from "#tests/support/runner/whole-run.ts";

const looks = [
  { width: 390, mode: "light" },
  { width: 1280, mode: "light" },
  { width: 1280, mode: "dark" },
  // The colours of a phone are those of a desk: once more in the whole run.
  ...(isWholeRun ? [{ width: 390, mode: "dark" } as const] : []),
] as const;

/**
 * Accessibility problems in the page's current state, on a phone and a desk, in both colour modes, and elements wider
 * than a narrow screen.
 * @param within the part that axe checks; `html` is the whole page
 */
export async function faultsOf(page: Page, state: string, within = "main"): Promise<string[]> {
  const found: string[] = [];
  await page.setViewportSize({ width: 320, height: 700 });
  const { width, widest } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    widest: [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > 320.5)
      .slice(0, 6)
      .map((element) => `<${element.tagName.toLowerCase()} class="${element.className}">`),
  }));
  if (width > 320) found.push(`${state} is ${width} px wide at 320 px: ${widest.join(" ")}`);
  for (const { width, mode } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: mode });
    // The offline page does not use the router: its styles set the mode.
    await page.waitForFunction((mode) => {
      const { classList, dataset } = document.documentElement;
      return !("alive" in dataset) || classList.contains(mode);
    }, mode);
    // Wait for the final colours of the other mode. An inherited colour starts its own transition in each generation,
    // so repeat until no animation runs.
    await page.evaluate(async () => {
      for (let all = document.getAnimations(); all.length > 0; all = document.getAnimations()) {
        await Promise.allSettled(all.map((animation) => animation.finished));
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    });
    // Dark mode differs in its colours only.
    for (const { id, nodes } of await askAxe(page, { within, colours: mode === "dark" })) {
      for (const { html, message } of nodes.slice(0, 3)) {
        found.push(`${state} ${width} ${mode} ${id}: ${html} ${message}`);
      }
    }
  }
  return found;
}
