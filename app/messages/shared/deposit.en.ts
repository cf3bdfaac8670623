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
      `The deposit of an order for ${total}. Work starts once it arrives; the rest is due before the order is sent.`,
    balance: "The balance of your order. It is sent once the balance arrives.",
    coded: (code) => `The amount includes the code ${code}. Your balance is lower by it.`,
  },
  choice: {
    title: "To pay now",
    whole: (amount) => `All of it, ${amount}`,
    part: "A deposit first",
    percent: "Deposit in percent",
    amounts: (deposit, balance) => `Deposit ${deposit}, balance ${balance}`,
    range: (least, most) => `Enter a whole percentage from ${least} to ${most}.`,
    small: (least) =>
      `The total is too small to divide. Deposit and balance are at least ${least} each.`,
  },
  receive: {
    open: "Record money that was received",
    how: "Received as",
    methods: { cash: "Cash", reader: "QRIS or card reader", transfer: "Bank transfer" },
    save: (amount) => `Record ${amount} as received`,
  },
};
