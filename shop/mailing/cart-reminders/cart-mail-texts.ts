import type { Language } from "#base/language.ts";

const id = {
  last: "Ini pengingat terakhir tentang keranjang Anda. Setelah ini kami tidak menulis lagi tentangnya.",
  button: "Buka keranjang",
};

const en: typeof id = {
  last: "This is the last reminder of your cart. We do not write about it again.",
  button: "Open the cart",
};

export const cartMailTexts: Readonly<Record<Language, typeof id>> = { id, en };
