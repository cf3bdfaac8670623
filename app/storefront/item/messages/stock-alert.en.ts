import type { id } from "./stock-alert.id.ts";

export const en: typeof id = {
  title: "Tell me when it is back",
  lead: (product) =>
    `We send one email as soon as ${product} is back. This address is used for nothing else.`,
  email: "Email",
  send: "Tell me",
  checking: "Checking, one moment…",
  sentTitle: "We will tell you",
  sentText: (email) =>
    `Our email reaches ${email} once it is back. If it is not within a year, we delete your address.`,
  close: "Keep shopping",
  errors: {
    required: "Enter your email.",
    too_long: "This email is too long.",
    email_invalid: "This email is incomplete. Example: name@example.com.",
    variant_not_found: "This is no longer sold. Reload the page.",
  },
  failures: {
    captcha_missing: "The spam check has not finished. Send once more.",
    captcha_failed: "The spam check did not succeed. Send once more, or ask on the Contact page.",
    captcha_unavailable:
      "The spam check cannot be loaded now. Try again in a moment, or ask on the Contact page.",
    too_many_requests: "Too many requests. Try again later, or ask on the Contact page.",
    variant_not_found: "This is no longer sold. Reload the page.",
    in_stock: "This has just come back. Reload the page, then add it to your cart.",
    offline: "There is no connection. Send again once you are back online.",
  },
};
