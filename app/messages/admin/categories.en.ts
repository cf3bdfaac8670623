import type { id } from "./categories.id.ts";

export const en: typeof id = {
  title: "Categories",
  lead: "The order here is the order in the shop.",
  empty: "No categories yet",
  emptyText: "Categories help buyers find things. Make one for each kind of goods.",
  add: "New category",
  name: "Name",
  description: "Description",
  slug: "Address",
  slugHint: "Empty: made of the name. The old address leads to the new one.",
  published: "Shown in the shop",
  hidden: "Hidden",
  products: (count) => (count === 1 ? "1 product" : `${count} products`),
  up: (name) => `Move ${name} up`,
  down: (name) => `Move ${name} down`,
  save: "Save the category",
  remove: "Delete the category",
  removeText: (count) =>
    count === 0
      ? "It has no products."
      : count === 1
        ? "Its product stays."
        : `Its ${count} products stay.`,
  show: "Show its products",
  saved: "Saved",
  problems: {
    required: "Fill this in.",
    too_long: "Too long.",
    slug_invalid: "Use small letters, digits and hyphens.",
    category_slug_taken: "Another category has this address.",
    category_slug_redirected: "This address was another category's and still leads there.",
    category_in_use:
      "A promotion or a delivery method names this category. Take it out there first.",
    changed_meanwhile: "Somebody else has just changed this category. Load the page again.",
    not_found: "This category no longer exists.",
    not_permitted: "Your role may not change categories.",
    invalid_input: "This value is not understood. Load the page again.",
  },
};
