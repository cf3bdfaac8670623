import type { Language } from "#base/language.ts";
import type { EnquiryTopic } from "./enquiry.ts";

const id = {
  topics: {
    product: "Produk",
    custom: "Pesanan khusus",
    order: "Pesanan saya",
    return: "Pengembalian atau keluhan",
    privacy: "Data pribadi",
    other: "Lainnya",
  } satisfies Record<EnquiryTopic, string>,
  number: "Nomor pesan",
  topic: "Perihal",
  toShop: {
    subject: (number: string, topic: string) => `Pesan ${number}: ${topic}`,
    heading: "Pesan baru dari pelanggan",
    from: "Dari",
    phone: "HP",
    order: "Nomor pesanan",
    note: "Balas email ini untuk menjawab langsung, atau buka di Kelola toko agar jawabannya tercatat.",
    button: "Buka pesan",
    footer: (shop: string) => `Email ini dikirim formulir kontak ${shop}.`,
  },
  toSender: {
    subject: (number: string) => `Pesan Anda ${number} sudah kami terima`,
    heading: "Pesan Anda sudah sampai",
    text: "Terima kasih sudah menulis. Kami menjawab ke alamat email ini pada hari kerja.",
    footer: (shop: string) =>
      `Email ini dikirim karena alamat ini diisikan di formulir kontak ${shop}. Bukan Anda? Abaikan saja, tidak ada yang perlu dilakukan.`,
  },
  answer: {
    subject: (number: string, topic: string) => `Jawaban untuk pesan ${number}: ${topic}`,
    heading: "Jawaban untuk Anda",
    greeting: (name: string) => `Halo ${name},`,
    /** `hasEmail`: whether the shop has an address that receives replies. */
    footer: (shop: string, hasEmail: boolean) =>
      `Jawaban atas pesan Anda kepada ${shop}. ${
        hasEmail
          ? "Balas email ini bila masih ada yang ingin ditanyakan."
          : "Masih ada pertanyaan? Hubungi kami lewat halaman Kontak."
      }`,
  },
};

const en: typeof id = {
  topics: {
    product: "A product",
    custom: "A custom order",
    order: "My order",
    return: "A return or complaint",
    privacy: "Personal data",
    other: "Something else",
  },
  number: "Message number",
  topic: "About",
  toShop: {
    subject: (number, topic) => `Message ${number}: ${topic}`,
    heading: "A new message from a customer",
    from: "From",
    phone: "Phone",
    order: "Order number",
    note: "Reply to this email to answer directly, or open it in the back office so that the answer is kept.",
    button: "Open the message",
    footer: (shop) => `Sent by the contact form of ${shop}.`,
  },
  toSender: {
    subject: (number) => `We received your message ${number}`,
    heading: "Your message has arrived",
    text: "Thank you for writing. We answer to this address on working days.",
    footer: (shop) =>
      `You get this email because this address was entered in the contact form of ${shop}. Not you? Ignore it; nothing needs doing.`,
  },
  answer: {
    subject: (number, topic) => `Answer to message ${number}: ${topic}`,
    heading: "An answer for you",
    greeting: (name) => `Hello ${name},`,
    footer: (shop, hasEmail) =>
      `An answer to your message to ${shop}. ${
        hasEmail
          ? "Reply to this email with any further questions."
          : "Any further questions? Use the contact page."
      }`,
  },
};

export const enquiryMailTexts: Readonly<Record<Language, typeof id>> = { id, en };
