import type { id } from "./remarks.id.ts";

export const en: typeof id = {
  title: "Note or gift",
  none: "No note.",
  note: "Note to the shop",
  noteHint: "For example: send after the 5th, or leave it with the guard.",
  gift: "This is a gift",
  giftHint: "The shop can print this message as a card. The packing slip has no prices.",
  message: "Message on the card",
  from: "From",
  fromName: (name) => `From ${name}`,
  giftPlain: "Gift without a card",
  edit: "Change",
  save: "Save",
  card: "Message card",
  invalid: "Use at most 300 characters for the note and the message, and 60 for the name.",
  problems: {
    order_left:
      "The order is already being prepared and cannot be changed. Contact the shop on the contact page.",
    order_not_found: "This order was not found. Reload the page.",
  },
};
