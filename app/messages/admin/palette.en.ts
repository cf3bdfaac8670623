import type { ShortcutAct } from "#app/admin/palette/shortcuts.ts";

/** The palette and the keys of the back office. */
export const en = {
  button: "Search",
  title: "Search and act",
  label: "Search pages, actions, orders, products or codes",
  placeholder: "Order number, tracking number, SKU, e-mail, phone, name",
  page: "page",
  action: "action",
  kinds: {
    product: "product",
    promotion: "promotion",
    order: "order",
    shipping_zone: "zone",
    shipping_method: "delivery method",
  } as Readonly<Record<string, string>>,
  none: "Nothing found.",
  failed: "The search cannot be reached. Try again.",
  keys: "Keyboard shortcuts",
  keysOn: "Single-key shortcuts are on",
  goTo: (page: string) => `Go to ${page}`,
  count: (count: number) => `${count} choices`,
  acts: {
    palette: "Search and act",
    search: "Search this list",
    filter: "Add a filter",
    next: "Next row",
    previous: "Previous row",
    select: "Select the row",
    selectTo: "Select up to this row",
    open: "Open the row",
    edit: "Edit the row",
    new: "Create",
    rail: "Collapse or expand the menu",
    help: "Keyboard shortcuts",
    leave: "Close or drop the focus",
  } satisfies Record<ShortcutAct, string>,
};
