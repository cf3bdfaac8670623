import type { Language } from "#base/language.ts";
import type { OrderMailText } from "./order-mail-text.ts";

export const depositMailKinds = ["deposit_paid", "balance_due", "balance_paid"] as const;
type DepositMailKind = (typeof depositMailKinds)[number];

type DepositTexts = Readonly<Record<DepositMailKind, OrderMailText>> & {
  readonly deposit: {
    /** Replaces the text for an order without a deposit. */
    readonly awaiting_payment: OrderMailText;
    /** Lines below the total. */
    readonly received: string;
    readonly due: string;
  };
};

/** Mails about orders with a deposit (docs/why/orders.md). */
export const depositMailTexts: Readonly<Record<Language, DepositTexts>> = {
  id: {
    deposit: {
      awaiting_payment: ({ number, due, total, deadline }) => ({
        subject: `Pesanan ${number} menunggu DP`,
        heading: "Menunggu DP",
        body: `Kami sudah mencatat pesanan ${number} seharga ${total}. Bayar DP ${due} sebelum ${deadline}, lalu kami mulai mengerjakannya. Sisanya dibayar sebelum barang dikirim.`,
      }),
      received: "Sudah dibayar",
      due: "Sisa",
    },
    deposit_paid: ({ number, received, due }) => ({
      subject: `DP pesanan ${number} kami terima`,
      heading: "DP diterima, terima kasih",
      body: `DP ${received} untuk pesanan ${number} sudah kami terima, dan pesanan Anda kami kerjakan. Sisa ${due} dibayar sebelum barang dikirim.`,
    }),
    balance_due: ({ number, due, pickup }) => ({
      subject: `Bayar sisa pesanan ${number}: ${due}`,
      heading: "Sisa pembayaran",
      body: `Bayar sisa ${due} untuk pesanan ${number}. Setelah itu ${pickup ? "barang Anda dapat diambil" : "barang Anda kami kirim"}.`,
    }),
    balance_paid: ({ number, pickup }) => ({
      subject: `Pesanan ${number} lunas`,
      heading: "Lunas, terima kasih",
      body: `Sisa pembayaran pesanan ${number} sudah kami terima. ${pickup ? "Kami kabari begitu barang siap diambil." : "Kami kabari begitu barang dikirim."}`,
    }),
  },
  en: {
    deposit: {
      awaiting_payment: ({ number, due, total, deadline }) => ({
        subject: `Order ${number} is waiting for its deposit`,
        heading: "Waiting for your deposit",
        body: `We've received order ${number} for ${total}. Pay the deposit of ${due} by ${deadline} and we start working on it. The balance is due before we send it.`,
      }),
      received: "Paid so far",
      due: "Balance",
    },
    deposit_paid: ({ number, received, due }) => ({
      subject: `We received the deposit for order ${number}`,
      heading: "Deposit received, thank you",
      body: `We received your deposit of ${received} for order ${number} and are working on it. The balance of ${due} is due before we send it.`,
    }),
    balance_due: ({ number, due, pickup }) => ({
      subject: `Pay the balance of order ${number}: ${due}`,
      heading: "Balance due",
      body: `Pay the balance of ${due} for order ${number}. Then ${pickup ? "you can pick it up" : "we send it"}.`,
    }),
    balance_paid: ({ number, pickup }) => ({
      subject: `Order ${number} is paid in full`,
      heading: "Paid in full, thank you",
      body: `We received the balance of order ${number}. We'll write again when it is ${pickup ? "ready to pick up" : "on its way"}.`,
    }),
  },
};
