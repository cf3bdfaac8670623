import { counted } from "#base/plural.ts";
import type { id } from "./return-terms.id.ts";

export const en: typeof id = {
  claims: ({ claim_days }) =>
    claim_days === 0
      ? "Faulty, damaged on the way, or the wrong thing: contact us as soon as the shipment arrives, with a photo and the order number."
      : `Faulty, damaged on the way, or the wrong thing: report it on the order's page within ${days(claim_days)} of receiving the shipment, with a photo. We send another or return your money, delivery included.`,
  returns: ({ return_days }) =>
    return_days === 0
      ? "What you have received cannot be returned for a change of mind."
      : `Pieces without your name or picture can be returned within ${days(return_days)} of receiving the shipment, as long as they are unused and whole. Ask on the order's page first.`,
  postage: ({ return_days, return_postage }) =>
    return_days === 0
      ? []
      : [
          return_postage === "buyer"
            ? "You pay the postage of what you return for a change of mind."
            : "We pay the postage of what you return.",
        ],
  counted: ({ transit_days }) =>
    `A shipment that was not marked as received counts as arrived ${days(transit_days)} after it was sent.`,
  personalised: ({ claim_days }) =>
    `Pieces with your name or picture are made for you, so they cannot be returned for a change of mind. If they are misprinted, damaged or unlike the design you ordered or approved, we print them again or return your money. Report it on the order's page within ${claim_days === 0 ? "two working days" : `${days(claim_days)}, and never less than two working days,`} of receiving the shipment.`,
  headings: { claims: "When something is wrong", returns: "When you change your mind" },
};

function days(count: number): string {
  return counted(count, "day", "days");
}
