import type { Page } from "playwright-core";

/**
 * Text of twice the size (WCAG 2.2, 1.4.4) and a width of 320 px (1.4.10): neither may make a page scroll sideways.
 */
const looks = [
  [320, "100%"],
  [390, "200%"],
  [1280, "200%"],
] as const;

/** Excess widths of the page's current state, with the element that causes each; empty when there are none. */
export async function tooWide(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const [width, size] of looks) {
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.evaluate((fontSize) => {
      const root = document.documentElement;
      root.style.fontSize = fontSize;
      const over = root.scrollWidth - root.clientWidth;
      if (over <= 0) return;
      // The innermost one that reaches over the edge.
      const max = [...document.querySelectorAll("body *")]
        .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 1)
        .at(-1);
      return `${over} px, "${max?.textContent?.slice(0, 60)}" in ${max?.parentElement?.outerHTML.slice(0, 200)}`;
    }, size);
    if (wide) found.push(`${name} at ${width} px and ${size}: ${wide}`);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  return found;
}
