import type { id } from "./unsubscribe.id.ts";

export const en: typeof id = {
  title: "Choose your mails",
  lead: "Choose which mails you want from us.",
  for: (email) => `For ${email}`,
  topics: {
    payment_reminder: "Payment reminders",
    news: "News from the shop",
    stock: "News about stock",
  },
  hints: {
    payment_reminder: "Once, when an order is still unpaid after ten minutes.",
    news: "New things and offers. Only if you ask for them.",
    stock: "Once, when something you waited for is back.",
  },
  ask: {
    payment_reminder: "Stop payment reminders?",
    news: "Stop news from the shop?",
    stock: "Stop news about stock?",
  },
  stop: "Yes, stop",
  stopped: {
    payment_reminder: "We no longer send you payment reminders.",
    news: "We no longer send you news.",
    stock: "We no longer send you news about stock.",
  },
  undo: "Undo",
  undone: {
    payment_reminder: "We send you payment reminders again.",
    news: "We send you news again.",
    stock: "We send you news about stock again.",
  },
  choose: "All choices",
  always: "Mails about orders",
  alwaysHint: "Payment received, sent, cancelled: always sent, because they are your receipts.",
  alwaysMark: "always",
  save: "Save choices",
  saved: "Your choices have been saved.",
  brokenTitle: "This link is incomplete",
  brokenText: "Open the link at the foot of our mail again, or ask for a new one below.",
  openTitle: "Ask for a link by mail",
  openText: "The link is also at the foot of every mail that can be stopped. No sign-in needed.",
  email: "Email",
  send: "Send link",
  checking: "Checking, one moment…",
  sentTitle: "Look into your inbox",
  sentText: "If we have ever written to that address, the link is on its way.",
  errors: {
    required: "Enter your email.",
    too_long: "This email is too long.",
    email_invalid: "This email is incomplete. Example: name@example.com.",
  },
  failures: {
    link_invalid: "This link is not valid. Ask for a new one on this page.",
    captcha_failed:
      "The spam check did not succeed, or JavaScript is off. Try once more, or write to the email below this page.",
    captcha_unavailable: "The spam check cannot be loaded now. Try again in a moment.",
    too_many_requests: "Too many requests. Try again in an hour.",
    offline: "There is no connection. Try again once you are back online.",
  },
};
