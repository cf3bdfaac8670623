import { limitProblems } from "#app/admin/messages/limit-problems.en.ts";
import { counted } from "#base/plural.ts";
import type { id } from "./grid.id.ts";

export const en: typeof id = {
  title: "Prices and stock",
  lead: "The up and down arrows move between rows. Paste a column from a spreadsheet to fill several rows. All changes are saved together.",
  back: "All products",
  search: "Name, SKU or tag",
  searchSubmit: "Search",
  heads: {
    product: "Product",
    sku: "SKU",
    price: "Price (Rp)",
    was: "Was price (Rp)",
    stock: "Stock on hand",
  },
  cell: (head, sku) => `${head}: ${sku}`,
  empty: "No variant matches",
  clear: "Clear the search",
  cut: "Too many matches: only the newest 500 products are shown. Narrow the search.",
  next: "Next page",
  first: "From the start",
  changed: (count) => counted(count, "row changed", "rows changed"),
  saved: (count) => counted(count, "row saved", "rows saved"),
  undo: "Undo",
  left: "These rows or columns are not on this page. Search for the products, then paste again.",
  withoutLeft: "Continue without these lines",
  leftFirst: "Check the lines that were left out first.",
  kept: "Somebody else has just changed this row. Their price stays; check it and change it again.",
  problems: {
    ...limitProblems,
    number_invalid: "Enter a whole number, zero or more.",
    number_too_large: "This number is too large.",
    was_price_invalid: "The was price must be higher than the price.",
    stock_below_zero: "Stock cannot be below zero.",
    not_permitted: "Your role may not change this.",
    invalid_input: "This value is not understood. Load the page again.",
  },
};
