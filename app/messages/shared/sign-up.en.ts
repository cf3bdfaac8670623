import type { id } from "./sign-up.id.ts";

export const en: typeof id = {
  footer: "Hear about new things",
  example: "name@example.com",
  title: "News from the shop by email",
  lead: "New things and discounts, a few times a month at most.",
  email: "Email",
  join: "Sign up",
  consent: "By signing up you agree to get news from the shop by email. You can stop at any time.",
  box: "Send me news from the shop by email. I can stop at any time.",
  boxHint: "New things and discounts. It does not affect your order.",
  send: "Sign up",
  checking: "Checking, one moment…",
  sentTitle: "Look into your inbox",
  sentText:
    "We have sent a link to that address. The subscription starts once you press it. Nothing after a few minutes? Look into the spam folder.",
  confirmTitle: "Confirm your subscription",
  confirmLead: (topics) => `Press this button to get: ${topics}.`,
  confirm: "Yes, send them",
  confirming: "Confirming, one moment…",
  confirmedTitle: "You are subscribed",
  confirmedText: (email, topics) =>
    `${email} now gets: ${topics}. A link to stop is at the foot of every email.`,
  choices: "Choose your emails",
  toShop: "See the shop",
  expiredTitle: "This link no longer works",
  expiredText:
    "A confirmation link works for seven days, and no longer once you have stopped our emails. Sign up again below if you still want them.",
  unknownTitle: "This link is incomplete",
  unknownText: "Open the link in the confirmation email again, or sign up again below.",
  errors: {
    required: "Enter your email.",
    too_long: "This email is too long.",
    email_invalid: "This email is incomplete. Example: name@example.com.",
  },
  failures: {
    captcha_failed: "The spam check did not succeed. Try once more.",
    captcha_unavailable: "The spam check cannot be loaded now. Try again in a moment.",
    too_many_requests: "Too many requests. Try again in an hour.",
    offline: "There is no connection. Try again once you are back online.",
  },
};
