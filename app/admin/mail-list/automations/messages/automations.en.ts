import { counted } from "#base/plural.ts";
import type { id } from "./automations.id.ts";

export const en: typeof id = {
  title: "Automatic emails",
  lead: "Each occasion causes one email at most. Consent, suppressed addresses and the limit of emails to one person apply as for campaigns.",
  reviewNote: "There are no review requests yet, because this shop takes no reviews yet.",
  back: "All automatic emails",
  names: {
    welcome: "Welcome",
    win_back: "Former buyers",
    left_cart: "Left cart",
    back_in_stock: "Back in stock",
  },
  texts: {
    welcome: "Once for each address, as soon as its first subscription is confirmed.",
    win_back: "To subscribers who have not ordered for long since their last order arrived.",
    left_cart:
      "An hour after a cart was left, and once more a day later. Only to subscribers of News from the shop who have not switched cart reminders off.",
    back_in_stock:
      "Once, to whoever asked for it on a product's page. It does not count in the limit of emails to one person.",
  },
  heads: { name: "Name", state: "State", mailed: "Sent in 30 days", skipped: "Skipped in 30 days" },
  states: { on: "On", off: "Off", paused: "Waits for you" },
  switchTitle: "On and off",
  switchOn: "Switch on",
  switchOff: "Switch off",
  goOn: "Resume",
  onText:
    "Only occasions from now on cause an email. What happened while it was off or paused is not caught up on.",
  offText: "What was not sent yet is not sent any more.",
  blocked: "First mend what is marked below.",
  switchedOn: "On from now.",
  switchedOff: "Switched off.",
  would: (count, days) =>
    `Had it been on for the last ${counted(days, "day", "days")}, it would have sent ${count}.`,
  wouldUnknown: "The estimate is not ready yet. Reload in a moment.",
  numbers: "Last 30 days",
  mailed: "Sent",
  waiting: "Waiting",
  refused: "Refused by the server",
  skipped: "Skipped",
  none: "No occasion in 30 days yet.",
  brought: (orders, total) =>
    `${counted(orders, "order", "orders")} of 30 days came by a link in these emails, worth ${total}.`,
  recovered: (orders, total) =>
    `${counted(orders, "order was", "orders were")} paid within seven days of a reminder, worth ${total}.`,
  reasons: {
    empty: "its items are not sold any more",
    missed: "happened while it was off or paused",
    cancelled: "switched off or paused before it was sent",
  },
  daysTitle: "Time",
  after_days: "Days since the last order arrived",
  after_daysHint: "30 to 365",
  quiet_days: "Days between two such emails",
  quiet_daysHint: "30 to 730, for one recipient",
  saveDays: "Save the days",
  days_invalid: "Enter a number of days within its bounds.",
  textTitle: "Text",
  followUp: {
    left_cart: "The items of the cart and the button follow this text.",
    back_in_stock: "The item and the button follow this text. {item} is the item's name.",
  },
};
