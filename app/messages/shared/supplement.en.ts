import type { id } from "./supplement.id.ts";

export const en: typeof id = {
  ofOrder: "Supplement for the new design in order",
  supplements: "Design supplements",
  waiting: (amount, deadline) =>
    `Your new version waits for a supplement of ${amount}. Pay before ${deadline}, then we check it. Until it is paid, this item is not printed.`,
  pay: (amount) => `Pay ${amount}`,
  payToTrack: "Sign in with this order's email to pay. We check your new design then.",
  paidTitle: "This supplement is paid",
  comesWith: (number) => `It has no shipment of its own: the goods come with order ${number}.`,
  endedTitle: "This supplement has ended",
  ended: (number) =>
    `That new design is not printed, and what was paid goes back. The goods are in order ${number}.`,
  paid: "The supplement is paid. The new version appears here in a moment.",
  waitingForBuyer: (amount, deadline) =>
    `The buyer sent a new version and pays a supplement of ${amount} until ${deadline}. A step of yours cancels the supplement.`,
};
