import type { id } from "./supplement.id.ts";

export const en: typeof id = {
  ofOrder: "Supplement for the new design in order",
  supplements: "Design supplements",
  one: "Design supplement",
  forOrder: (number) => `for order ${number}`,
  ofRefund: "From design supplement",
  received: "Design supplements received",
  returned: "Design supplements returned",
  before: "Version before:",
  isPaid: "This supplement is paid",
  isPaidText: "We go on with the new design. The goods come with the order above.",
  isOver: "This supplement has ended",
  isOverText: "That new design is not printed, and what was paid goes back.",
  waiting: (amount, deadline) =>
    `Your new version waits for a supplement of ${amount}. Pay before ${deadline}, then we check it. Until it is paid, this item is not printed.`,
  pay: (amount) => `Pay ${amount}`,
  paid: "The supplement is paid. The new version appears here in a moment.",
  waitingForBuyer: (amount, deadline) =>
    `The buyer sent a new version and pays a supplement of ${amount} until ${deadline}. A step of yours cancels the supplement.`,
};
