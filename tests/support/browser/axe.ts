import axe from "axe-core";
import type { Page } from "playwright-core";

/** WCAG 2.2 AA. */
const standard = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** A rule that the page breaks as it is now. */
export interface BrokenRule {
  readonly id: string;
  /** The elements with axe's message for each. */
  readonly nodes: readonly { readonly html: string; readonly message: string }[];
}

/**
 * Asks axe about the page as it is now.
 * @param within the part to look at; `html` is all of it, with the rules about a page as a whole
 * @param colours whether to look at the contrast of colours only
 */
export async function askAxe(
  page: Page,
  { within = "main", colours = false }: { within?: string; colours?: boolean } = {},
): Promise<BrokenRule[]> {
  // Half a megabyte of script: once for each document.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ within, runOnly }) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      const { violations } = await inPage.run(
        { include: [within] },
        {
          runOnly,
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
      runOnly: colours
        ? { type: "rule" as const, values: ["color-contrast"] }
        : { type: "tag" as const, values: standard },
    },
  );
}
