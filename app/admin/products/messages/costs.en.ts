import type { id } from "./costs.id.ts";

export const en: typeof id = {
  title: "Costs and margins",
  titleOf: (product) => `Costs: ${product}`,
  lead: "The cost of a piece without PPN. The margin is what the price without PPN leaves after the cost. Buyers never see it.",
  back: "Back to the product",
  link: "Cost",
  none: "No cost yet.",
  margin: (amount, percent) => `Margin ${amount}${percent === null ? "" : ` (${percent}%)`}`,
  belowCost: "The price is below cost.",
  heads: { variant: "Variant", price: "Price", cost: "Cost", margin: "Margin" },
  save: "Save the costs",
  saved: "Saved",
  problems: {
    number_invalid: "Type whole rupiah.",
    number_too_large: "This figure is too large.",
    not_found: "This variant no longer exists. Load the page again.",
    not_permitted: "Your role may not change costs.",
    invalid_input: "This value is not understood. Load the page again.",
  },
};
