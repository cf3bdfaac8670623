import { defineMessages } from "#app/messages/define-messages.ts";

const id = {
  title: "Ambil di toko",
  hours: "Jam buka",
  show: (number: string) => `Sebutkan nomor pesanan ${number} kepada petugas.`,
  by: (name: string) => `Diambil oleh ${name}`,
  expected: (days: string) => `Siap diambil ${days}`,
  goods: "Barang",
  ready: "Siap diambil",
  readyAt: (time: string) => `Siap sejak ${time}`,
  taken: "Sudah diambil",
  takenAt: (time: string) => `Diambil ${time}`,
  none: "Barangnya sedang kami siapkan. Halaman ini berubah begitu siap diambil.",
  received: "Sudah saya ambil",
  receivedPart: "Barang ini sudah saya ambil",
  cash: (amount: string) => `Siapkan ${amount} tunai saat mengambil di toko.`,
  nextSteps: (days: string) => [
    "Kami cetak dan kemas pesanan Anda.",
    "Anda menerima email begitu barangnya siap diambil.",
    `Perkiraan siap diambil ${days}.`,
  ],
  staff: {
    toPrepare: "Belum disiapkan",
    ready: "Tandai siap diambil",
    readyTitle: "Barang siap diambil",
    readyHint: "Pembeli menerima email berisi tempat dan jam buka. Tidak ada label kirim.",
    taken: "Tandai sudah diambil",
    place: "Diambil di",
  },
};

const en: typeof id = {
  title: "Pick up in store",
  hours: "Opening hours",
  show: (number) => `Tell the staff your order number, ${number}.`,
  by: (name) => `Fetched by ${name}`,
  expected: (days) => `Ready ${days}`,
  goods: "Items",
  ready: "Ready to fetch",
  readyAt: (time) => `Ready since ${time}`,
  taken: "Fetched",
  takenAt: (time) => `Fetched ${time}`,
  none: "We are preparing your items. This page changes once they can be fetched.",
  received: "I have fetched it",
  receivedPart: "I have fetched these",
  cash: (amount) => `Have ${amount} in cash ready when you fetch it.`,
  nextSteps: (days) => [
    "We print and pack your order.",
    "You get a mail once it can be fetched.",
    `It should be ready ${days}.`,
  ],
  staff: {
    toPrepare: "To prepare",
    ready: "Mark as ready to fetch",
    readyTitle: "Ready to fetch",
    readyHint: "The buyer gets a mail with the place and its hours. There is no label.",
    taken: "Mark as fetched",
    place: "Fetched at",
  },
};

/** Texts of pickup orders. */
export const { use: usePickupWords } = defineMessages(id, en);
