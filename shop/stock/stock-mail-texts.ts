import type { Language } from "#base/language.ts";

const id = {
  subject: (product: string) => `${product} tersedia lagi`,
  text: "Anda meminta kabar saat produk ini tersedia lagi. Sekarang sudah tersedia, selama persediaan masih cukup; kami tidak menyisihkannya.",
  product: "Produk",
  price: "Harga",
  button: "Lihat produk",
  footer: (shop: string) =>
    `Email ini dikirim sekali, karena alamat ini diisikan di halaman produk ${shop}. Bukan Anda? Abaikan saja.`,
};

const en: typeof id = {
  subject: (product) => `${product} is back in stock`,
  text: "You asked to hear when this is back. It is now, as long as there is enough of it; none is set aside for you.",
  product: "Product",
  price: "Price",
  button: "See the product",
  footer: (shop) =>
    `You get this email once, because this address was entered on a product's page of ${shop}. Not you? Ignore it.`,
};

export const stockMailTexts: Readonly<Record<Language, typeof id>> = { id, en };
