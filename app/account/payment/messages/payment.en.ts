import { counted } from "#base/plural.ts";
import type { id } from "./payment.id.ts";

const atm = (bank: string, menu: string) => ({
  title: `${bank} ATM`,
  steps: [
    "Insert your card and enter the PIN.",
    `Choose ${menu}.`,
    "Enter the virtual account number above.",
    "Check the shop's name and the amount, then agree.",
  ],
});
const app = (name: string, menu: string) => ({
  title: name,
  steps: [
    `Open ${name} and sign in.`,
    `Choose ${menu}.`,
    "Paste the virtual account number above.",
    "Check the shop's name and the amount, then enter your PIN.",
  ],
});

export const en: typeof id = {
  title: "Payment methods",
  nothing: "There is nothing to pay.",
  fee: (amount) => `Fee ${amount}`,
  problem: ({ code, amount }) => {
    switch (code) {
      case "cod_area":
        return "Couriers do not take cash at this address yet.";
      case "cod_address":
        return "Choose an address first.";
      case "cod_too_many":
        return "Finish your cash on delivery orders that are under way first.";
      case "not_for_order":
        return "This order's promo or delivery is not for this payment method.";
      case "not_now":
        return "Not available right now. Choose another way, or try again later.";
      case "amount_too_small":
        return `From ${amount}.`;
      default:
        return `${amount} at most.`;
    }
  },
  waiting: "Waiting for payment",
  amount: "Amount to pay",
  copyAmount: "Copy amount",
  copyNumber: "Copy number",
  copied: "Copied",
  before: (time) => `Pay before ${time}`,
  left: (time) => `Time left ${time}`,
  over: "The time to pay is over",
  days: (count) => counted(count, "day", "days"),
  virtualAccounts: "Virtual account",
  chooseBank: "Choose a bank",
  virtualAccount: (bank) => `${bank} virtual account number`,
  arrived: (amount) => `Payment of ${amount} received.`,
  next: "See the receipt and what comes next",
  qrChecking: "Checking the payment…",
  qrAlt: (amount) => `QRIS code to pay ${amount}`,
  saveQr: "Save the QR picture",
  qrName: (number) => `qris-${number}.png`,
  bankNames: { bca: "BCA", mandiri: "Mandiri", bni: "BNI", bri: "BRI", permata: "Permata" },
  howTo: "How to pay",
  bankSteps: {
    bca: [
      app("BCA mobile", "m-Transfer, BCA Virtual Account"),
      atm("BCA", "Transaksi Lainnya, Transfer, ke Rek BCA Virtual Account"),
    ],
    mandiri: [
      app("Livin’ by Mandiri", "Bayar, then search for the shop"),
      atm("Mandiri", "Bayar/Beli, Lainnya, Multipayment"),
    ],
    bni: [
      app("BNI Mobile Banking", "Transfer, Virtual Account Billing"),
      atm("BNI", "Menu Lain, Transfer, Virtual Account Billing"),
    ],
    bri: [app("BRImo", "BRIVA"), atm("BRI", "Transaksi Lain, Pembayaran, Lainnya, BRIVA")],
    permata: [
      app("PermataMobile X", "Bayar Tagihan, Virtual Account"),
      atm("Permata", "Transaksi Lainnya, Pembayaran, Virtual Account"),
    ],
  },
  otherBank: {
    title: "Another bank",
    steps: [
      "Choose transfer to another bank or BI-FAST.",
      "Choose the bank above as its destination and paste the number.",
      "Enter the amount exactly as written.",
    ],
  },
  qrSteps: {
    title: "With any wallet or bank",
    steps: [
      "Open an app that knows QRIS: GoPay, OVO, DANA, ShopeePay, LinkAja or your bank's.",
      "Scan this code, or upload its picture from your gallery.",
      "Check the amount, then enter your PIN.",
    ],
  },
  tryIt: "Open the demonstration bank",
  tryHint: "This shop uses a demonstration payment provider. No real money.",
  wallet: "Go on to the e-wallet",
  walletText: "You go to the e-wallet's page and come back here.",
  check: "Check the status",
  checking: "Checking the payment",
  unpaid: "We have not received the payment yet. If you have paid, check again in a few minutes.",
  live: "The status on this page updates automatically. You may close it; the link is in your email and in My orders.",
  liveUnmailed:
    "The status updates automatically. You may close this page; the order is in My orders.",
  change: "Change the payment method",
  changeText: "The payment method you have now is closed at once. Do not pay twice.",
  useThis: "Use this",
  keep: "Never mind",
  declined: "The payment was refused. Try again or change the payment method.",
  transfer: {
    to: "Transfer to",
    holder: (name) => `in the name of ${name}`,
    exact: "Transfer exactly this, down to the last three digits. They tell us it is yours.",
    code: (amount) => `A unique code of ${amount} has been taken off.`,
    proof: "Proof of transfer",
    choose: "Choose a photo or file",
    proofHint: "Optional, makes checking faster. A photo, a picture or a PDF (5 MB at most).",
    send: "Send the proof",
    sent: (time) =>
      `Proof received ${time}. Your order stays reserved until our staff have checked it.`,
    checked: "Our staff check the account during working hours.",
  },
  cash: (amount) => `Keep ${amount} in cash ready for the courier.`,
  problems: {
    proof_missing: "Choose the file first.",
    proof_too_large: "The file is over 5 MB. Send a smaller one.",
    proof_type: "Send a JPEG, PNG or WebP picture, or a PDF.",
    proof_failed: "The file was not sent. Try again.",
    script: "The payment form cannot be loaded. Reload the page or change the payment method.",
    unavailable: "The payment cannot be opened now. Try again or change the payment method.",
    network: "The connection broke. Try again.",
  },
  provider: {
    loading: "Loading the payment form",
    open: "Open the payment",
    openText:
      "Choose GoPay, ShopeePay, QRIS, a virtual account or a store in the window that opens.",
    pay: (amount) => `Pay ${amount}`,
    refused: "The payment has not gone through. Check your details or use another way.",
  },
};
