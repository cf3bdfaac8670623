import type { ShortcutAct } from "./shortcuts.ts";

/** Does on the page itself what a key asks for. @returns whether there was something to do */
export function actOnPage(act: ShortcutAct): boolean {
  const main = document.querySelector("main");
  if (!main) return false;
  const press = (element: HTMLElement | null) => {
    element?.click();
    return element !== null;
  };
  const focus = (element: HTMLElement | null | undefined) => {
    element?.focus();
    element?.scrollIntoView({ block: "nearest" });
    return element !== null && element !== undefined;
  };
  switch (act) {
    case "search":
      return focus(main.querySelector<HTMLElement>("[role=search] input[type=search]"));
    case "filter": {
      const menu = main.querySelector<HTMLDetailsElement>("[data-add-filter]");
      if (menu) menu.open = true;
      return focus(menu?.querySelector<HTMLElement>("a"));
    }
    case "next":
    case "previous": {
      // Of a board the cards of one column.
      const rows = rowsOf(document.activeElement?.closest("[data-column]") ?? main);
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const next = act === "next" ? at + 1 : Math.max(at, 1) - 1;
      return focus(rows[Math.min(next, rows.length - 1)]?.querySelector<HTMLElement>("a[href]"));
    }
    case "select":
    case "selectTo": {
      const box = currentRow(main)?.querySelector<HTMLInputElement>("input[data-select]");
      // The table extends the selection when Shift is held.
      box?.dispatchEvent(
        new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey: act === "selectTo" }),
      );
      return box !== null && box !== undefined;
    }
    case "edit":
      return press(
        (currentRow(main) ?? main).querySelector<HTMLElement>(
          currentRow(main) ? "[data-edit]" : "[data-edit]:not(tbody *)",
        ),
      );
    case "approve":
      // The key only leads there: an approval is pressed by itself.
      return focus((currentRow(main) ?? main).querySelector<HTMLElement>("[data-approve]"));
    case "new":
      return press(main.querySelector<HTMLElement>("[data-new]"));
    case "leave":
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      return false;
    default:
      // Enter follows the link of the row by itself.
      return false;
  }
}

/** Rows of a list, or cards of a board. */
function rowsOf(within: Element): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>("tbody tr, [data-card]")].filter((row) =>
    row.querySelector("a[href]"),
  );
}

function currentRow(main: Element): HTMLElement | undefined {
  return rowsOf(main).find((row) => row.contains(document.activeElement));
}
