import type { Language } from "#base/language.ts";
import type { MailTopic } from "./topic.ts";

const id = {
  stop: {
    payment_reminder: "Berhenti menerima pengingat bayar",
    news: "Berhenti menerima kabar toko",
    stock: "Berhenti menerima kabar stok",
  } satisfies Record<MailTopic, string>,
  link: {
    subject: "Tautan untuk mengatur email Anda",
    heading: "Atur email dari kami",
    text: "Pilih email apa yang ingin Anda terima. Tautan ini hanya membuka pilihan itu, bukan akun atau pesanan Anda.",
    button: "Atur email",
    footer: (shop: string) =>
      `Email ini dikirim karena alamat ini diisikan di halaman Atur email ${shop}. Bukan Anda? Abaikan saja.`,
  },
};

const en: typeof id = {
  stop: {
    payment_reminder: "Stop payment reminders",
    news: "Stop news from the shop",
    stock: "Stop news about stock",
  },
  link: {
    subject: "A link to choose your mails",
    heading: "Choose our mails",
    text: "Choose which mails you want. This link opens that choice only, not your account or your orders.",
    button: "Choose mails",
    footer: (shop) =>
      `You get this mail because this address was entered on the mail choices page of ${shop}. Not you? Ignore it.`,
  },
};

export const topicMailTexts: Readonly<Record<Language, typeof id>> = { id, en };
