import type { id } from "./pickup.id.ts";

export const en: typeof id = {
  title: "Pick up in store",
  hours: "Opening hours",
  show: (number) => `Tell the staff your order number, ${number}.`,
  by: (name) => `Fetched by ${name}`,
  expected: (days) => `Ready ${days}`,
  goods: "Items",
  ready: "Ready to fetch",
  readyAt: (time) => `Ready since ${time}`,
  taken: "Fetched",
  takenAt: (time) => `Fetched ${time}`,
  none: "We are preparing your items. This page changes once they can be fetched.",
  received: "I have fetched it",
  receivedPart: "I have fetched these",
  cash: (amount) => `Have ${amount} in cash ready when you fetch it.`,
  nextSteps: (days) => [
    "We print and pack your order.",
    "You get a mail once it can be fetched.",
    `It should be ready ${days}.`,
  ],
  staff: {
    toPrepare: "To prepare",
    ready: "Mark as ready to fetch",
    readyTitle: "Ready to fetch",
    readyHint: "The buyer gets a mail with the place and its hours. There is no label.",
    taken: "Mark as fetched",
    place: "Fetched at",
  },
};
