import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Empties the fields of the form with this button, presses it, and expects the focus on a refused field that is in view and described. */
export async function expectRefusalInView(page: Page, at: string, button: string): Promise<void> {
  const pressed = page.locator("main").getByRole("button", { name: button, exact: true }).first();
  await pressed.waitFor();
  const form = page.locator("main form, main [data-late], main fieldset").filter({ has: pressed });
  const scope = (await form.count()) > 0 ? form.last() : page.locator("main");
  for (const field of await scope.locator("input:visible, textarea:visible").all()) {
    const kind = (await field.getAttribute("type")) ?? "text";
    if (["checkbox", "radio", "file", "color", "range", "hidden"].includes(kind)) continue;
    if (await field.isEditable()) await field.fill("");
  }
  for (const select of await scope.locator("select:visible").all())
    if ((await select.locator("option[value='']:not([disabled])").count()) > 0)
      await select.selectOption("");
  await pressed.click();
  await expect
    .poll(() => page.evaluate(readFocus), { message: `${at}: ${button}`, timeout: 10_000 })
    .toEqual({ isRefused: true, isInView: true, isDescribed: true });
}

/** What the browser refuses by itself it also describes. */
function readFocus() {
  const field = document.activeElement;
  if (!field || field === document.body) return null;
  const { top, bottom } = field.getBoundingClientRect();
  const marked = field.closest("[aria-invalid=true]");
  const words = (field.closest("[aria-describedby]")?.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "");
  return {
    isRefused: marked !== null || field.matches(":invalid"),
    isInView: top >= 0 && bottom <= innerHeight,
    isDescribed: (marked === null && field.matches(":invalid")) || words.some(Boolean),
  };
}
