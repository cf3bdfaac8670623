import type { RailPageName } from "../rail-groups.ts";

/** What a key does on any page of the back office. */
export type ShortcutAct =
  | "palette"
  | "search"
  | "filter"
  | "next"
  | "previous"
  | "select"
  | "selectTo"
  | "open"
  | "edit"
  | "approve"
  | "new"
  | "rail"
  | "help"
  | "leave"
  | "nextThing"
  | "previousThing";

export interface Shortcut {
  /** As pressed one after the other; `Shift-x` and `Alt-ArrowLeft` are one key. */
  readonly keys: string;
  readonly to: { readonly act: ShortcutAct } | { readonly page: RailPageName };
}

/** Every key of the back office. The keys themselves, their list and the palette all come from here. */
export const shortcuts: readonly Shortcut[] = [
  { keys: "g o", to: { page: "orders" } },
  { keys: "g p", to: { page: "products" } },
  { keys: "g c", to: { page: "categories" } },
  { keys: "g k", to: { page: "promos" } },
  { keys: "g m", to: { page: "mails" } },
  { keys: "g s", to: { page: "shipping" } },
  { keys: "g r", to: { page: "returns" } },
  { keys: "/", to: { act: "search" } },
  { keys: "f", to: { act: "filter" } },
  { keys: "j", to: { act: "next" } },
  { keys: "k", to: { act: "previous" } },
  { keys: "x", to: { act: "select" } },
  { keys: "Shift-x", to: { act: "selectTo" } },
  { keys: "Enter", to: { act: "open" } },
  { keys: "e", to: { act: "edit" } },
  { keys: "a", to: { act: "approve" } },
  { keys: "n", to: { act: "new" } },
  { keys: "[", to: { act: "rail" } },
  { keys: "?", to: { act: "help" } },
  { keys: "Escape", to: { act: "leave" } },
  { keys: "Alt-ArrowRight", to: { act: "nextThing" } },
  { keys: "Alt-ArrowLeft", to: { act: "previousThing" } },
];

/** The key of a page, e.g. `g o`. */
export function keysOfPage(page: RailPageName): string | undefined {
  return shortcuts.find(({ to }) => "page" in to && to.page === page)?.keys;
}

/** @returns the shortcut, or `pending` for the beginning of one */
export function matchKeys(pressed: string): Shortcut | "pending" | undefined {
  const found = shortcuts.find(({ keys }) => keys === pressed);
  if (found) return found;
  return shortcuts.some(({ keys }) => keys.startsWith(`${pressed} `)) ? "pending" : undefined;
}
