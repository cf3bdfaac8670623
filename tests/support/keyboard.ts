import type { Page } from "playwright-core";

/** Reaches a control as somebody without a mouse does. @throws when the keyboard does not get there */
export async function tabTo(
  page: Page,
  role: "link" | "button" | "textbox" | "spinbutton" | "combobox",
  name: string | RegExp,
): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true });
  await wanted.waitFor();
  for (let step = 0; step < 80; step++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

/** What the next key goes to. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
  });
}
