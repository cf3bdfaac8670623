import type { BrowserContext } from "playwright-core";

/**
 * Lets the pages of a context treat the press of a mouse as Safari does on a Mac: a button, a link, and a box to tick get no
 * focus. What had it loses it, to the nearest surroundings that take it, before the pointer is let go.
 */
export async function pressWithoutFocus(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    addEventListener("mousedown", (event) => {
      const control =
        event.target instanceof Element &&
        event.target.closest("button, a[href], input:is([type=checkbox], [type=radio])");
      if (!control || control.hasAttribute("tabindex") || event.defaultPrevented) return;
      event.preventDefault();
      const around = control.parentElement?.closest<HTMLElement>("[tabindex]");
      if (around) around.focus({ preventScroll: true });
      else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
  });
}
