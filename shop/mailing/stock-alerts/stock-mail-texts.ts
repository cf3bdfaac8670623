import type { Language } from "#base/language.ts";

const id = { product: "Produk", price: "Harga", button: "Lihat produk" };
const en: typeof id = { product: "Product", price: "Price", button: "See the product" };

export const stockMailTexts: Readonly<Record<Language, typeof id>> = { id, en };
