import type { LocalText } from "#base/language.ts";
import type { CampaignContent } from "#shop/mailing/campaigns/block.ts";

/** Templates of the program itself, in the order of the screen. */
export const ownTemplates = ["newsletter", "voucher", "new_goods"] as const;
export type OwnTemplate = (typeof ownTemplates)[number];

export interface TemplateText {
  readonly name: LocalText;
  readonly contents: { readonly id: CampaignContent; readonly en: CampaignContent };
}

/** Newest and best-selling products come by rules, so that a template needs no product of a certain shop. */
export const templateTexts: Readonly<Record<OwnTemplate, TemplateText>> = {
  newsletter: {
    name: { id: "Kabar toko", en: "Newsletter" },
    contents: {
      id: {
        subject: "Kabar terbaru untuk {name|Anda}",
        preheader: "Yang baru dan yang terlaris bulan ini.",
        blocks: [
          { kind: "heading", text: "Kabar bulan ini" },
          {
            kind: "text",
            text: "Halo {name|Sahabat},\n\nTulis di sini apa yang baru di toko Anda, dengan dua atau tiga kalimat.",
          },
          { kind: "divider" },
          { kind: "heading", text: "Terlaris bulan ini" },
          { kind: "rule", order: "popular", category: null, count: 3 },
          {
            kind: "columns",
            left: [
              { kind: "heading", text: "Di balik layar" },
              { kind: "text", text: "Ceritakan bagaimana produk Anda dibuat." },
            ],
            right: [
              { kind: "heading", text: "Ada pertanyaan?" },
              { kind: "text", text: "Balas lewat [halaman kontak](/Contact)." },
            ],
          },
          { kind: "button", text: "Lihat semua produk", url: "/Shop" },
        ],
      },
      en: {
        subject: "News for {name|you}",
        preheader: "What is new and what sells best this month.",
        blocks: [
          { kind: "heading", text: "News of the month" },
          {
            kind: "text",
            text: "Hello {name|there},\n\nWrite here what is new in your shop, in two or three sentences.",
          },
          { kind: "divider" },
          { kind: "heading", text: "Best sellers this month" },
          { kind: "rule", order: "popular", category: null, count: 3 },
          {
            kind: "columns",
            left: [
              { kind: "heading", text: "Behind the scenes" },
              { kind: "text", text: "Tell how your products are made." },
            ],
            right: [
              { kind: "heading", text: "A question?" },
              { kind: "text", text: "Write to us on the [contact page](/en/Contact)." },
            ],
          },
          { kind: "button", text: "See all products", url: "/en/Shop" },
        ],
      },
    },
  },
  voucher: {
    name: { id: "Voucer", en: "Voucher" },
    contents: {
      id: {
        subject: "Voucer khusus untuk {name|Anda}",
        preheader: "Kode Anda ada di dalam, berlaku sekali.",
        blocks: [
          { kind: "heading", text: "Untuk {name|Anda}, dari kami" },
          {
            kind: "text",
            text: "Terima kasih sudah menjadi pelanggan kami. Pakai kode ini di keranjang sebelum membayar.",
          },
          { kind: "voucher", text: "Kode Anda, berlaku sekali:" },
          { kind: "button", text: "Mulai belanja", url: "/Shop" },
          { kind: "divider" },
          { kind: "heading", text: "Terlaris" },
          { kind: "rule", order: "popular", category: null, count: 3 },
        ],
      },
      en: {
        subject: "A voucher for {name|you}",
        preheader: "Your code is inside and works once.",
        blocks: [
          { kind: "heading", text: "For {name|you}, from us" },
          {
            kind: "text",
            text: "Thank you for being our customer. Use this code in the cart before you pay.",
          },
          { kind: "voucher", text: "Your code, for one order:" },
          { kind: "button", text: "Start shopping", url: "/en/Shop" },
          { kind: "divider" },
          { kind: "heading", text: "Best sellers" },
          { kind: "rule", order: "popular", category: null, count: 3 },
        ],
      },
    },
  },
  new_goods: {
    name: { id: "Produk baru", en: "New goods" },
    contents: {
      id: {
        subject: "Baru di toko: pilihan minggu ini",
        preheader: "Jadi yang pertama melihatnya.",
        blocks: [
          { kind: "heading", text: "Baru di toko" },
          {
            kind: "text",
            text: "Halo {name|Sahabat}, ini produk yang baru kami tambahkan.",
          },
          { kind: "rule", order: "newest", category: null, count: 6 },
          { kind: "button", text: "Lihat yang terbaru", url: "/Shop?sort=newest" },
        ],
      },
      en: {
        subject: "New in the shop this week",
        preheader: "Be the first to see it.",
        blocks: [
          { kind: "heading", text: "New in the shop" },
          {
            kind: "text",
            text: "Hello {name|there}, these products have just arrived.",
          },
          { kind: "rule", order: "newest", category: null, count: 6 },
          { kind: "button", text: "See the newest", url: "/en/Shop?sort=newest" },
        ],
      },
    },
  },
};
