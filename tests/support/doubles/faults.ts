import type { Page } from "playwright-core";
import { askAxe } from "#tests/support/browser/axe.ts";
import { isWholeRun, shareOf } from "#tests/support/runner/whole-run.ts";

const looks = [
  { width: 390, mode: "light" },
  { width: 1280, mode: "dark" },
  { width: 390, mode: "dark" },
  { width: 1280, mode: "light" },
] as const;

/** What differs from run to run in a state's name: the ids of rows in an address. */
const ids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * The looks in which a state is checked. axe takes a third of a second for each, so `npm test` takes one of the four, which
 * depends on the state's name and so is the same in every run; `npm run verify` takes all.
 */
function looksOf(state: string): readonly (typeof looks)[number][] {
  const letters = [...state.replaceAll(ids, "")];
  const place = letters.reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 0);
  return shareOf(looks, place, looks.length);
}

/**
 * Accessibility problems in the page's current state, on a phone or a desk, in one of the colour modes (`looksOf`), and
 * elements wider than a narrow screen.
 * @param state its name
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
  for (const { width, mode } of looksOf(state)) {
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
    // Beside the same width by day, dark mode differs in its colours only.
    for (const { id, nodes } of await askAxe(page, {
      within,
      colours: isWholeRun && mode === "dark" ? "only" : "too",
    })) {
      for (const { html, message } of nodes.slice(0, 3)) {
        found.push(`${state} ${width} ${mode} ${id}: ${html} ${message}`);
      }
    }
  }
  // Whatever look was the last one, the test goes on at a desk.
  await page.setViewportSize({ width: 1280, height: 900 });
  return found;
}
