import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Reaches a control by keyboard. @throws when the keyboard cannot reach it */
export async function tabTo(
  page: Page,
  role: "link" | "button" | "textbox" | "spinbutton" | "combobox" | "checkbox",
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

/** Types into the field that the page focuses, replacing its content. */
export async function typeInto(page: Page, name: string, text: string): Promise<void> {
  const field = page.getByRole("textbox", { name, exact: true });
  await expect
    .poll(() => field.evaluate((element) => element === document.activeElement), { message: name })
    .toBe(true);
  await page.keyboard.press("Control+A");
  await page.keyboard.type(text);
}

/** The focused element. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
  });
}
