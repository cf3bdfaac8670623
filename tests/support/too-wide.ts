import type { Page } from "playwright-core";

/** Text of twice the size (WCAG 2.2, 1.4.4) and 320 px (1.4.10); neither may make a page scroll sideways. */
const looks = [
  [320, "100%"],
  [390, "200%"],
  [1280, "200%"],
] as const;

/** Where the page as it is now is wider than the screen, in words; empty when nowhere. */
export async function tooWide(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const [width, size] of looks) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
      return document.documentElement.scrollWidth - document.documentElement.clientWidth;
    }, size);
    if (over > 0) found.push(`${name} at ${width} px and ${size}: ${over} px`);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  return found;
}
