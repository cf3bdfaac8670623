import { defineMessages } from "#app/messages/define-messages.ts";

const id = {
  title: (number: string) => `Pesanan ${number}`,
  lead: "Halaman ini hanya menunjukkan perjalanan pesanan. Masuk untuk melihat isinya, alamat, dan notanya.",
  placed: (time: string) => `Dipesan ${time}`,
  arrives: (days: string) => `Perkiraan tiba ${days}`,
  shipments: "Paket",
  none: "Belum ada paket. Halaman ini berubah begitu paketnya disiapkan.",
  replacement: "Pengganti",
  statuses: {
    pending: "Disiapkan",
    shipped: "Dalam perjalanan",
    delivered: "Diterima",
    canceled: "Batal",
  },
  shipped: (time: string) => `Dikirim ${time}`,
  delivered: (time: string) => `Diterima ${time}`,
  trackingNumber: "Nomor resi",
  signIn: "Masuk",
  unknown: "Tautan pesanan ini tidak berlaku",
  unknownText:
    "Buka lagi dari email pesanan; bila disalin, pastikan tautannya utuh. Pesanan Anda juga ada di akun.",
  toOrders: "Lihat pesanan saya",
  tooMany: "Terlalu banyak tautan yang keliru. Tunggu sepuluh menit, lalu buka lagi dari email.",
};

const en: typeof id = {
  title: (number) => `Order ${number}`,
  lead: "This page only shows how far the order has come. Sign in to see what is in it, its address and its receipt.",
  placed: (time) => `Placed ${time}`,
  arrives: (days) => `Expected ${days}`,
  shipments: "Shipments",
  none: "No shipment yet. This page changes once one is prepared.",
  replacement: "Replacement",
  statuses: {
    pending: "Being prepared",
    shipped: "On its way",
    delivered: "Received",
    canceled: "Cancelled",
  },
  shipped: (time) => `Sent ${time}`,
  delivered: (time) => `Received ${time}`,
  trackingNumber: "Tracking number",
  signIn: "Sign in",
  unknown: "This order link does not work",
  unknownText:
    "Open it again from the mail; if you copied it, see that it is whole. Your orders are in your account, too.",
  toOrders: "See my orders",
  tooMany: "Too many wrong links. Wait ten minutes, then open it again from the mail.",
};

export const { of: trackWords, use: useTrackWords } = defineMessages(id, en);
