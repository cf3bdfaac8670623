import { counted } from "#base/plural.ts";
import type { id } from "./parked-mails.id.ts";

export const en: typeof id = {
  title: "Messages held back",
  lead: "These were refused by their receiver or failed twelve times. Put the address or the email settings right, then send them again.",
  none: "No message is held back",
  noneText: "Every email and text message has reached its server.",
  tries: (count) => counted(count, "try", "tries"),
  again: "Send again",
  againTo: (to) => `Send again to ${to}`,
  sent: "The message is in the queue again.",
  recovered: (orders, total) =>
    `Cart reminders, last 30 days: ${counted(orders, "paid order", "paid orders")} worth ${total} within a week of a reminder.`,
  gone: "This message is no longer held back.",
};
