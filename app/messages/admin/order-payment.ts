import { defineMessages } from "#app/messages/define-messages.ts";

const id = {
  title: "Pembayaran",
  none: "Tidak ada yang harus dibayar.",
  received: "Masuk",
  returned: "Kembali",
  open: "Belum masuk",
  until: (time: string) => `Bayar sebelum ${time}`,
  confirm: {
    transfers: "Catat transfer yang masuk",
    late: "Catat transfer yang terlambat masuk",
    cash: "Catat uang dari kurir",
  },
};

const en: typeof id = {
  title: "Payment",
  none: "There is nothing to pay.",
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

/** How an order is paid, as staff read it. */
export const { use: useOrderPaymentWords } = defineMessages(id, en);
