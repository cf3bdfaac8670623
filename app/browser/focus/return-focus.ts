/**
 * Remembers which control has the focus while a dialog opens.
 * @returns a function that gives it the focus again where the platform does not: a dialog that is removed instead of closed gives it
 * to nothing, and so does one whose control has disappeared, for instance in a menu that has closed. Then the menu's button
 * gets it, or at least the page's content: else the keys of somebody without a pointer would begin at the top of the page.
 */
export function returnFocus(): () => void {
  const opener = document.activeElement;
  if (!opener || opener === document.body) return () => {};
  const menus: (HTMLElement | null)[] = [];
  for (let around = opener.closest("details"); around; around = outside(around))
    menus.push(around.querySelector<HTMLElement>(":scope > summary"));
  return () =>
    // The platform and the screen come first.
    queueMicrotask(() => {
      for (const place of [opener, ...menus, document.getElementById("content")]) {
        if (document.activeElement !== document.body) return;
        if (place instanceof HTMLElement) place.focus({ preventScroll: true });
      }
    });
}

function outside(element: Element): HTMLDetailsElement | null {
  return element.parentElement?.closest("details") ?? null;
}
