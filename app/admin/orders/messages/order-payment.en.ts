import type { id } from "./order-payment.id.ts";

export const en: typeof id = {
  title: "Payment",
  none: "There is nothing to pay.",
  unchosen: "The buyer has not chosen how to pay.",
  received: "Received",
  returned: "Refunded",
  open: "Outstanding",
  until: (time) => `To be paid before ${time}`,
  confirm: {
    transfers: "Record the transfer",
    late: "Record a transfer that came late",
    cash: "Record the courier’s cash",
  },
};
