import type { id } from "./campaign-blocks.id.ts";

export const en: typeof id = {
  ruleHint:
    "The products are chosen when sending begins: published, in stock, and not in this email yet. From then on they stay.",
  order: "Take the",
  orders: { newest: "Newest", popular: "Best selling" },
  category: "Of the category",
  wholeShop: "All products",
  categoryGone: "A deleted category",
  count: "Number",
  columnsHint: "Side by side on wide screens. A phone shows the left column above the right one.",
  sides: { left: "Left column", right: "Right column" },
};
