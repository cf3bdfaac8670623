import type { Language } from "#base/language.ts";
import { type ComposedMail, layoutMail } from "#integrations/mail/layout.ts";

const id = {
  subject: (product: string) => `Perubahan ${product} belum diterapkan`,
  heading: "Perubahan yang dijadwalkan belum diterapkan",
  text: (product: string) =>
    `Pada waktunya perubahan Anda untuk ${product} tidak bisa diterapkan. Isian Anda masih tersimpan. Buka produknya, lihat sebabnya, lalu terapkan atau jadwalkan lagi.`,
  button: "Buka produk",
  footer: (shop: string) =>
    `Email ini dikirim kepada anggota tim ${shop} yang menjadwalkan perubahan ini.`,
};

const en: typeof id = {
  subject: (product) => `Changes to ${product} were not applied`,
  heading: "Your scheduled changes were not applied",
  text: (product) =>
    `Your changes to ${product} could not be applied at their time. What you typed is still there. Open the product, see why, then apply or schedule it again.`,
  button: "Open the product",
  footer: (shop) => `This email was sent to the member of the staff of ${shop} who scheduled it.`,
};

const texts = { id, en } satisfies Record<Language, typeof id>;

/** The mail about scheduled changes of a product that could not be applied. */
export function composeDraftMail(
  language: Language,
  shopName: string,
  product: string,
  address: string,
): ComposedMail {
  const words = texts[language];
  const page = layoutMail({
    language,
    shopName,
    preview: words.text(product),
    blocks: [
      { kind: "heading", text: words.heading },
      { kind: "text", text: words.text(product) },
      { kind: "button", text: words.button, url: address },
    ],
    footer: words.footer(shopName),
  });
  return { subject: words.subject(product), ...page };
}
