import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";

/** The minified script: half the bytes of the readable one, for each document. */
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** WCAG 2.2 AA. */
const standard = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** A rule that the page breaks in its current state. */
export interface BrokenRule {
  readonly id: string;
  /** The elements with axe's message for each. */
  readonly nodes: readonly { readonly html: string; readonly message: string }[];
}

/**
 * Runs axe on the page's current state.
 * @param within the part to check; `html` is the whole page, with the rules for whole pages
 * @param colours `only` checks colour contrast alone; `none` checks all but it, in half the time
 */
export async function askAxe(
  page: Page,
  { within = "main", colours = "too" }: { within?: string; colours?: "only" | "none" | "too" } = {},
): Promise<BrokenRule[]> {
  // The script is more than half a megabyte: load it once for each document.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(
    async ({ within, runOnly, rules }) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      const { violations } = await inPage.run(
        { include: [within] },
        {
          runOnly,
          rules,
          // Report violations only: results of passed rules take longer than the check.
          resultTypes: ["violations"],
        },
      );
      return violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ html, any }) => ({
          html: html.slice(0, 160),
          message: any[0]?.message ?? "",
        })),
      }));
    },
    {
      within,
      runOnly:
        colours === "only"
          ? { type: "rule" as const, values: ["color-contrast"] }
          : { type: "tag" as const, values: standard },
      rules: { "color-contrast": { enabled: colours !== "none" } },
    },
  );
}
