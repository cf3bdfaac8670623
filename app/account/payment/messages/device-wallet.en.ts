import type { id } from "./device-wallet.id.ts";

export const en: typeof id = {
  text: "A card that your device keeps is used without typing its number.",
  open: "Pay with the wallet",
  title: "Wallet on this device",
  amount: "Amount",
  cards: "Cards kept here",
  card: (digits) => `Card •••• ${digits}`,
  outcomes: {
    kept_4242: "Approved",
    kept_3155: "The bank asks for a code",
    kept_9995: "Not enough money",
    kept_0002: "Refused by the bank",
  },
  approve: (amount) => `Approve ${amount}`,
  cancel: "Cancel",
  test: "A wallet for trying out: choose a card by the outcome you want to see. No real money.",
};
