import { formatCount } from "#base/format-count.ts";
import { counted } from "#base/plural.ts";
import type { id } from "./storefront.id.ts";

export const en: typeof id = {
  card: {
    add: (name) => `Add ${name} to the cart`,
    added: "In your cart",
    personalisable: "Add your name",
    sold: (pieces) => `${formatCount(pieces, "en")}+ sold`,
    colours: (count) => `${counted(count, "colour", "colours")}`,
  },
  delivery: {
    title: "Delivery cost and date",
    change: "Change",
    to: "To",
    arrives: "Arrives",
    free: "Free",
    notDeliverable: "None of our couriers goes there yet. Ask us on the Contact page.",
    failed: "Delivery could not be worked out.",
    note: "Estimate for an order paid now.",
  },
  recent: "Seen recently",
};
