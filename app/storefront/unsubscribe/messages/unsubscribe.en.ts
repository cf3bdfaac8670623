import { counted } from "#base/plural.ts";
import type { id } from "./unsubscribe.id.ts";

/** A topic's name inside a sentence. */
const inside = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

export const en: typeof id = {
  title: "Choose your emails",
  lead: "Choose which emails you want from us.",
  for: (email) => `For ${email}`,
  ask: (name) => `Stop ${inside(name)}?`,
  stop: "Yes, stop",
  stopped: (name) => `We no longer send you ${inside(name)}.`,
  undo: "Undo",
  undone: (name) => `We send you ${inside(name)} again.`,
  undoneAll: "Your choices are back as they were.",
  choose: "All choices",
  pending: "waiting for your confirmation",
  always: "Emails about orders",
  alwaysHint: "Payment received, sent, cancelled: always sent, because they are your receipts.",
  alwaysMark: "always",
  save: "Save choices",
  saved: "Your choices have been saved.",
  confirmationSent:
    "What you stopped before starts again only after you press the link in the confirmation email. Look into your inbox.",
  fewer: "Less often",
  fewerHint: "For news from the shop and other promotional emails that you get.",
  pause: "Pause",
  pauseNone: "Not paused",
  pauseKeep: (date) => `Paused until ${date}`,
  pauseEnd: "End the pause",
  pauseFor: (days) => `Pause for ${counted(days, "day", "days")}`,
  monthly: "At most one a month",
  language: "Language of emails",
  move: "Change the address",
  moveHint:
    "The new address gets a confirmation email first. Once its link is pressed, this one gets no more.",
  moveLabel: "New address",
  moveButton: "Send the confirmation",
  moveSent:
    "We have sent a confirmation email to the new address. Nothing changes until its link is pressed.",
  everything: "Stop everything",
  everythingHint:
    "No news and no reminders at all. Emails about orders that you place are still sent.",
  everythingButton: "Stop all emails",
  everythingStopped: "All news and reminders have been stopped.",
  brokenTitle: "This link is incomplete",
  brokenText: "Open the link at the foot of our email again, or ask for a new one below.",
  openTitle: "Ask for a link by email",
  openText: "The link is also at the foot of every email that can be stopped. No sign-in needed.",
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
    nothing_on: "You get no emails at present, so there is nothing to move.",
    undo_too_late: "This can no longer be undone. Choose again below.",
    link_invalid: "This link is not valid. Ask for a new one on this page.",
    captcha_failed:
      "The spam check did not succeed, or JavaScript is off. Try once more, or write on the Contact page.",
    captcha_unavailable: "The spam check cannot be loaded now. Try again in a moment.",
    too_many_requests: "Too many requests. Try again in an hour.",
    offline: "There is no connection. Try again once you are back online.",
  },
};
