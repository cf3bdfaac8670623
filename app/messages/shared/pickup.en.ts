import type { id } from "./pickup.id.ts";

export const en: typeof id = {
  title: "Pick up in store",
  hours: "Opening hours",
  show: (number) => `Give our team your order number, ${number}.`,
  by: (name) => `Picked up by ${name}`,
  expected: (days) => `Ready ${days}`,
  goods: "Items",
  ready: "Ready for pickup",
  readyAt: (time) => `Ready since ${time}`,
  taken: "Picked up",
  takenAt: (time) => `Picked up ${time}`,
  none: "We are preparing your items. This page changes once they are ready for pickup.",
  received: "I've picked it up",
  receivedPart: "I've picked these up",
  cash: (amount) => `Have ${amount} in cash ready when you pick it up.`,
  nextSteps: (days, isChecked) => [
    isChecked ? "We check your design, then print and pack the order." : "We prepare your order.",
    "You get an email once it is ready for pickup.",
    `It should be ready ${days}.`,
  ],
  staff: {
    toPrepare: "To prepare",
    ready: "Mark as ready for pickup",
    readyTitle: "Ready for pickup",
    readyHint: "The buyer gets an email with the place and its hours. There is no label.",
    taken: "Mark as picked up",
    place: "Picked up at",
  },
};
