import { counted } from "#base/plural.ts";
import type { id } from "./undelivered.id.ts";

export const en: typeof id = {
  title: "An email did not reach the buyer",
  why: {
    hard: "There is no such mailbox. It may have been mistyped at the order.",
    soft: "The mailbox takes no emails at present; it may be full.",
    policy: "The buyer's email provider refused our email.",
  },
  next: "Call the buyer or write on WhatsApp, then correct the address or say that the buyer knows.",
  missed: "Not received:",
  any: "An email to this address came back, so news about this order will not arrive either.",
  said: (code) => `The receiving server said${code ? ` (${code})` : ""}`,
  call: "Call",
  chat: "WhatsApp",
  chatText: (shop, number) =>
    `Hello, this is ${shop}. Our email about order ${number} did not arrive. Could you give us the right email address?`,
  address: "The right email address",
  addressHint: "What did not arrive is sent again to it, with the link to the order.",
  correct: "Correct and send again",
  told: "The buyer knows",
  corrected: "Address corrected. What did not arrive is being sent again.",
  problems: {
    email_invalid: "Fill in one whole email address.",
    email_unchanged:
      "That is the same address. Fill in the right one, or say that the buyer knows.",
    nothing_undelivered: "Every email of this order has been dealt with.",
    order_not_found: "You are not permitted to do this.",
  },
  list: {
    title: "Buyers whose email came back",
    lead: "Emails about their orders came back. Open the order to call or to correct the address.",
    mails: (count) => counted(count, "email came back", "emails came back"),
  },
};
