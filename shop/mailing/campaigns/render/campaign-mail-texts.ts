import type { Language } from "#base/language.ts";

const id = {
  why: (topic: string, shop: string) =>
    `Anda menerima email ini karena berlangganan “${topic}” dari ${shop}.`,
  stop: "Berhenti berlangganan",
  choose: "Atur email",
  from: (price: string) => `mulai ${price}`,
  see: "Lihat produk",
  /** With the letter of one of two subjects. */
  test: (arm?: string) => (arm ? `[Uji coba ${arm}]` : "[Uji coba]"),
  /** In tests and previews. */
  sampleCode: "CONTOH-KODE",
};

const en: typeof id = {
  why: (topic, shop) => `You get this email because you subscribed to “${topic}” from ${shop}.`,
  stop: "Unsubscribe",
  choose: "Choose your emails",
  from: (price) => `from ${price}`,
  see: "See the product",
  test: (arm) => (arm ? `[Test ${arm}]` : "[Test]"),
  sampleCode: "SAMPLE-CODE",
};

export const campaignMailTexts: Readonly<Record<Language, typeof id>> = { id, en };
