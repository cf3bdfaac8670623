import type { Language } from "#base/language.ts";
import type { MailTopic } from "./topic.ts";

const id = {
  stop: {
    payment_reminder: "Berhenti menerima pengingat bayar",
    news: "Berhenti menerima kabar toko",
    stock: "Berhenti menerima kabar stok",
    review: "Berhenti menerima permintaan ulasan",
    cart_reminder: "Berhenti menerima pengingat keranjang",
  } satisfies Record<MailTopic, string>,
  link: {
    subject: "Tautan untuk mengatur email Anda",
    heading: "Atur email dari kami",
    text: "Pilih email apa yang ingin Anda terima. Tautan ini hanya membuka pilihan itu, bukan akun atau pesanan Anda.",
    button: "Atur email",
    footer: (shop: string) =>
      `Email ini dikirim karena alamat ini diisikan di halaman Atur email ${shop}. Bukan Anda? Abaikan saja.`,
  },
  confirm: {
    subject: (shop: string) => `Konfirmasi langganan Anda di ${shop}`,
    heading: "Satu langkah lagi",
    text: "Tekan tombol di bawah ini bila Anda ingin menerima email ini:",
    button: "Ya, kirimi saya",
    otherwise: "Tautannya berlaku tujuh hari. Tanpa konfirmasi, kami tidak mengirim apa pun.",
    footer: (shop: string) =>
      `Email ini dikirim karena alamat ini diisikan di ${shop}. Bukan Anda? Abaikan saja.`,
  },
};

const en: typeof id = {
  stop: {
    payment_reminder: "Stop payment reminders",
    news: "Stop news from the shop",
    stock: "Stop news about stock",
    review: "Stop review requests",
    cart_reminder: "Stop cart reminders",
  },
  link: {
    subject: "A link to choose your emails",
    heading: "Choose our emails",
    text: "Choose which emails you want. This link opens that choice only, not your account or your orders.",
    button: "Choose emails",
    footer: (shop) =>
      `You get this email because this address was entered on the email choices page of ${shop}. Not you? Ignore it.`,
  },
  confirm: {
    subject: (shop) => `Confirm your subscription to ${shop}`,
    heading: "One more step",
    text: "Press the button below if you want these emails:",
    button: "Yes, send them",
    otherwise: "The link works for seven days. Without a confirmation we send nothing.",
    footer: (shop) =>
      `You get this email because this address was entered at ${shop}. Not you? Ignore it.`,
  },
};

export const topicMailTexts: Readonly<Record<Language, typeof id>> = { id, en };
