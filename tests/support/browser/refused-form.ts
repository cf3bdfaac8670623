import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/**
 * Clears the fields of the form, presses its button, and expects the focus on an invalid field that is in view and described.
 * @param within where the form is: in the page or in an open dialog
 */
export async function expectRefusalInView(
  page: Page,
  at: string,
  button: string,
  within: "main" | "dialog[open]" = "main",
): Promise<void> {
  const part = page.locator(within);
  const pressed = part.getByRole("button", { name: button, exact: true }).first();
  await pressed.waitFor();
  const form = part.locator("form, [data-late], fieldset").filter({ has: pressed });
  const scope = (await form.count()) > 0 ? form.last() : part;
  await emptyFields(scope);
  await pressed.click();
  await expectFocusOnRefusal(page, `${at}: ${button}`);
}

async function emptyFields(scope: Locator): Promise<void> {
  for (const field of await scope.locator("input:visible, textarea:visible").all()) {
    const kind = (await field.getAttribute("type")) ?? "text";
    if (["checkbox", "radio", "file", "color", "range", "hidden"].includes(kind)) continue;
    if (await field.isEditable()) await field.fill("");
  }
  for (const select of await scope.locator("select:visible").all())
    if ((await select.locator("option[value='']:not([disabled])").count()) > 0)
      await select.selectOption("");
}

/** Expects the focus on an invalid field that is in view and described. */
export async function expectFocusOnRefusal(page: Page, message: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(readFocus), { message, timeout: 10_000 })
    .toEqual({ isRefused: true, isInView: true, isDescribed: true });
}

/** What the browser refuses by itself it also describes. */
function readFocus() {
  const field = document.activeElement;
  if (!field || field === document.body) return null;
  const { top, bottom } = field.getBoundingClientRect();
  const dialog = document.querySelector("dialog[open]");
  const marked = field.closest("[aria-invalid=true]");
  const words = (field.closest("[aria-describedby]")?.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "");
  return {
    isRefused: marked !== null || field.matches(":invalid"),
    isInView: top >= 0 && bottom <= innerHeight && (dialog?.contains(field) ?? true),
    isDescribed: (marked === null && field.matches(":invalid")) || words.some(Boolean),
  };
}
