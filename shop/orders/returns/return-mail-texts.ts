import type { Language } from "#base/language.ts";
import type { ReturnKind } from "./return.ts";

export const returnMailKinds = [
  "requested",
  "photos_wanted",
  "approved",
  "declined",
  "received",
  "refunded",
  "closed",
  "resolved",
] as const;
export type ReturnMailKind = (typeof returnMailKinds)[number];

interface Facts {
  readonly number: string;
  readonly order_number: string;
  readonly kind: ReturnKind;
  readonly shop_address: string;
  readonly return_postage: "buyer" | "shop";
  readonly resolution: "refund" | "replacement" | "both" | null;
}

type Text = (facts: Facts) => { subject: string; heading: string; body: string };
type Texts = Readonly<Record<ReturnMailKind, Text>> & {
  readonly greeting: (name: string) => string;
  readonly answer: (text: string) => string;
  readonly quantity: (pieces: number) => string;
  readonly button: string;
  /** `hasEmail`: whether the shop has an address that receives replies. */
  readonly footer: (shop: string, hasEmail: boolean) => string;
};

const id: Texts = {
  greeting: (name) => `Halo ${name},`,
  answer: (text) => `Catatan dari toko:\n${text}`,
  quantity: (pieces) => `Jumlah ${pieces}`,
  button: "Lihat pesanan",
  footer: (shop, hasEmail) =>
    `Email ini tentang pesanan Anda di ${shop}. ${
      hasEmail
        ? "Balas email ini bila ada yang ingin ditanyakan."
        : "Ada pertanyaan? Hubungi kami lewat halaman Kontak."
    }`,
  requested: ({ number, order_number, kind }) =>
    kind === "claim"
      ? {
          subject: `Keluhan ${number} kami terima`,
          heading: "Keluhan Anda kami terima",
          body: `Kami memeriksa keluhan ${number} untuk pesanan ${order_number} dan menjawab lewat email. Foto dapat Anda tambahkan di halaman pesanan.`,
        }
      : {
          subject: `Pengembalian ${number} kami terima`,
          heading: "Permintaan Anda kami terima",
          body: `Kami memeriksa permintaan pengembalian ${number} untuk pesanan ${order_number} dan menjawab lewat email. Mohon jangan kirim barangnya dulu.`,
        },
  photos_wanted: ({ number, order_number }) => ({
    subject: `Kami butuh foto untuk ${number}`,
    heading: "Boleh kami minta foto?",
    body: `Supaya ${number} untuk pesanan ${order_number} cepat kami putuskan, tambahkan foto barangnya di halaman pesanan.`,
  }),
  approved: ({ number, kind, shop_address, return_postage }) =>
    kind === "claim"
      ? {
          subject: `Keluhan ${number} kami setujui`,
          heading: "Keluhan disetujui, mohon maaf",
          body: `Keluhan ${number} kami setujui. Kami segera kirim pengganti atau kembalikan dana Anda, dan mengabari lagi.`,
        }
      : {
          subject: `Pengembalian ${number} disetujui`,
          heading: "Silakan kirim barangnya",
          body: `Tulis ${number} di paket, lalu kirim ke ${shop_address || "alamat toko"}. ${return_postage === "buyer" ? "Ongkirnya Anda yang bayar." : "Ongkirnya kami ganti: simpan notanya."} Isi nomor resinya di halaman pesanan supaya kami bisa mengikutinya.`,
        },
  declined: ({ number, kind }) => ({
    subject: `${kind === "claim" ? "Keluhan" : "Pengembalian"} ${number} tidak dapat kami setujui`,
    heading: "Tidak dapat kami setujui",
    body: `Kami sudah memeriksa ${number} dan tidak dapat menyetujuinya. Alasannya tertulis di bawah.`,
  }),
  received: ({ number }) => ({
    subject: `Barang untuk ${number} sudah kami terima`,
    heading: "Barang kembali kami terima",
    body: `Barang untuk ${number} sudah sampai dan kami hitung. Kami segera memproses dana Anda.`,
  }),
  refunded: ({ number }) => ({
    subject: `Dana untuk ${number} sedang dikembalikan`,
    heading: "Dana Anda sedang diproses",
    body: `Pengembalian dana untuk ${number} sudah kami mulai. Anda menerima satu email lagi begitu dananya kami transfer.`,
  }),
  closed: ({ number }) => ({
    subject: `Pengembalian ${number} ditutup`,
    heading: "Pengembalian ditutup",
    body: `Kami menutup ${number} tanpa pengembalian dana. Alasannya tertulis di bawah.`,
  }),
  resolved: ({ number, resolution }) => ({
    subject: `Keluhan ${number} diselesaikan`,
    heading: "Keluhan diselesaikan",
    body:
      resolution === "refund"
        ? `Untuk ${number} dana Anda kami kembalikan. Anda menerima satu email lagi begitu dananya kami transfer.`
        : resolution === "both"
          ? `Untuk ${number} kami kirim pengganti dan kembalikan dana Anda. Nomor resinya menyusul lewat email.`
          : `Untuk ${number} kami kirim pengganti. Nomor resinya menyusul lewat email.`,
  }),
};

const en: Texts = {
  greeting: (name) => `Hello ${name},`,
  answer: (text) => `A note from the shop:\n${text}`,
  quantity: (pieces) => `Quantity ${pieces}`,
  button: "View order",
  footer: (shop, hasEmail) =>
    `This email is about your order at ${shop}. ${
      hasEmail ? "Reply to it with any questions." : "Questions? Use the contact page."
    }`,
  requested: ({ number, order_number, kind }) =>
    kind === "claim"
      ? {
          subject: `We've received claim ${number}`,
          heading: "We've received your claim",
          body: `We're reviewing claim ${number} for order ${order_number} and will reply by email. You can add photos on the order page.`,
        }
      : {
          subject: `We've received return request ${number}`,
          heading: "We've received your request",
          body: `We're reviewing return ${number} for order ${order_number} and will reply by email. Please don't send the items yet.`,
        },
  photos_wanted: ({ number, order_number }) => ({
    subject: `We need a photo for ${number}`,
    heading: "Could you send us a photo?",
    body: `To decide quickly about ${number} for order ${order_number}, please add photos of the item on the order page.`,
  }),
  approved: ({ number, kind, shop_address, return_postage }) =>
    kind === "claim"
      ? {
          subject: `Claim ${number} is approved`,
          heading: "Claim approved, we're sorry",
          body: `We've approved claim ${number}. We'll send a replacement or refund you soon, and email you when we do.`,
        }
      : {
          subject: `Return ${number} is approved`,
          heading: "Please send the items",
          body: `Write ${number} on the shipment and send it to ${shop_address || "the shop's address"}. ${return_postage === "buyer" ? "You pay the postage." : "We refund the postage: keep the receipt."} Enter its tracking number on the order page so that we can follow it.`,
        },
  declined: ({ number, kind }) => ({
    subject: `We can't approve ${kind === "claim" ? "claim" : "return"} ${number}`,
    heading: "We can't approve this",
    body: `We've reviewed ${number} and can't approve it. The reason is below.`,
  }),
  received: ({ number }) => ({
    subject: `The items of ${number} have arrived`,
    heading: "Your items have arrived",
    body: `The items of ${number} have arrived and were counted. We're processing your refund now.`,
  }),
  refunded: ({ number }) => ({
    subject: `The refund for ${number} is being processed`,
    heading: "Your refund is being processed",
    body: `We've started the refund for ${number}. You'll get another email once the money has been sent.`,
  }),
  closed: ({ number }) => ({
    subject: `Return ${number} is closed`,
    heading: "Return closed",
    body: `We've closed ${number} without a refund. The reason is below.`,
  }),
  resolved: ({ number, resolution }) => ({
    subject: `Claim ${number} is settled`,
    heading: "Claim settled",
    body:
      resolution === "refund"
        ? `We're refunding you for ${number}. You'll get another email once the money has been sent.`
        : resolution === "both"
          ? `For ${number} we'll send a replacement and refund you. The tracking number will follow by email.`
          : `For ${number} we'll send a replacement. The tracking number will follow by email.`,
  }),
};

export const returnMailTexts: Readonly<Record<Language, Texts>> = { id, en };
