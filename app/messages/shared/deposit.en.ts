import type { id } from "./deposit.id.ts";

export const en: typeof id = {
  deposit: "Deposit",
  received: "Paid so far",
  balance: "Balance",
  paid: { deposit: "Deposit received", balance: "Balance received" },
  thanks: (amount) =>
    `We received your deposit of ${amount} and are working on your order. Pay the balance any time before we send it.`,
  asked: {
    deposit: (total) =>
      `Deposit for an order of ${total}. We start work once we receive it; the balance is due before we send the order.`,
    balance: "Balance of your order. We send the order once we receive the balance.",
    coded: (code) => `The amount includes the unique code ${code}. We deduct it from your balance.`,
  },
  choice: {
    title: "To pay now",
    whole: (amount) => `Full amount, ${amount}`,
    part: "Deposit first",
    percent: "Deposit in percent",
    amounts: (deposit, balance) => `Deposit ${deposit}, balance ${balance}`,
    range: (least, most) => `Enter a whole percentage from ${least} to ${most}.`,
    small: (least) =>
      `The total is too small for a deposit. Deposit and balance must be at least ${least} each.`,
  },
  receive: {
    open: "Record a received payment",
    how: "Received as",
    methods: { cash: "Cash", reader: "QRIS or card reader", transfer: "Bank transfer" },
    save: (amount) => `Record ${amount} as received`,
  },
};
