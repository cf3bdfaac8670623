import { counted } from "#base/plural.ts";
import type { id } from "./terms.id.ts";

export const en: typeof id = {
  shipping: {
    title: "Shipping & returns",
    lead: "Prices, days and rules: the same that your cart is priced by.",
    when: "When it leaves",
    cutoff: (hour) =>
      `Orders paid before ${hour} are handed to the courier on the same working day, later ones on the next.`,
    noCutoff: "Orders are handed to the courier on the next working day.",
    cutoffsDiffer: "Handed to the courier on the same day when paid before:",
    workdays: (days) => `We work ${days}, except on the holidays below.`,
    workdaysOnly: (days) => `We work ${days}. No holidays are planned yet.`,
    holidays: "Holidays",
    resi: "The tracking number comes by email and is on your order page.",
    zones: "Delivery by region",
    zonesText:
      "Every started kilogram counts, by the weight or the size of the shipment, whichever is more. The exact amount shows in the cart once you have chosen a district.",
    rest: "Every region that is not named above.",
    noZones: "The list is being made. Type your district in the cart to see what delivery costs.",
    method: "Service",
    first: "First kilogram",
    next: "Each further kilogram",
    days: "On the way",
    free: "Free delivery",
    workingDays: (least, max) => {
      if (least === max && max === 0) return "Same day";
      if (least === max) return counted(max, "working day", "working days");
      return `${least}–${max} working days`;
    },
    freeFrom: (amount) => `from ${amount}`,
    freeUpTo: (amount) => `up to ${amount} off`,
    inCart: "Shown in the cart",
    never: "No",
    always: "Always",
    nothing: "Free",
    from: (kilograms) => `from ${kilograms}\u00a0kg`,
    upTo: (kilograms) => `up to ${kilograms}\u00a0kg`,
    refunds: [
      {
        heading: "Refunds",
        paragraphs: [
          "Money goes back the way you paid, or by bank transfer where that way does not support refunds.",
        ],
      },
    ],
    contact: "Report a problem",
  },
  terms: {
    title: "Terms & conditions",
    lead: "What you and we agree on when you shop here.",
    version: (version, day) => `Version ${version}, in force from ${day}`,
    old: "This is an old version. New orders are bound by the present one.",
    future: (day) =>
      `This version comes into force on ${day}. Until then orders are bound by the present one.`,
    toCurrent: "Read the present version",
    versions: "All versions",
    ofOrder: "Terms accepted",
  },
};
