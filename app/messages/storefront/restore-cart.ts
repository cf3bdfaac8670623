import { defineMessages } from "#app/messages/define-messages.ts";

const id = {
  title: "Buka keranjang lagi",
  text: (pieces: number) =>
    `Ada ${pieces} barang di keranjang yang Anda tinggalkan. Keranjangnya pindah ke perangkat ini.`,
  open: "Buka keranjang",
  gone: "Keranjang ini sudah tidak ada",
  goneText: "Keranjangnya sudah dibuka di perangkat lain, sudah dipesan, atau sudah terlalu lama.",
  shop: "Mulai belanja",
};

const en: typeof id = {
  title: "Open your cart again",
  text: (pieces) =>
    pieces === 1
      ? "There is one item in the cart you left. The cart moves to this device."
      : `There are ${pieces} items in the cart you left. The cart moves to this device.`,
  open: "Open the cart",
  gone: "This cart is gone",
  goneText: "It was opened on another device, ordered, or left for too long.",
  shop: "Start shopping",
};

export const { of: restoreCartWords, use: useRestoreCartWords } = defineMessages(id, en);
