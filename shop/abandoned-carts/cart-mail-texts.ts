import type { Language } from "#base/language.ts";

interface Texts {
  readonly greeting: (name: string) => string;
  /** The first and the last reminder. */
  readonly rounds: readonly [
    { readonly subject: string; readonly body: string },
    { readonly subject: string; readonly body: string },
  ];
  readonly button: string;
  readonly footer: (shop: string) => string;
}

const id: Texts = {
  greeting: (name) => (name ? `Halo ${name},` : "Halo,"),
  rounds: [
    {
      subject: "Keranjang Anda masih tersimpan",
      body: "Barang ini masih ada di keranjang Anda. Tautan di bawah membukanya lagi di perangkat ini. Harga dan stok kami hitung ulang saat dibuka.",
    },
    {
      subject: "Keranjang Anda, sekali lagi",
      body: "Ini pengingat terakhir tentang keranjang Anda. Setelah ini kami tidak menulis lagi tentangnya.",
    },
  ],
  button: "Buka keranjang",
  footer: (shop) => `Anda menerima email ini karena berlangganan kabar dari ${shop}.`,
};

const en: Texts = {
  greeting: (name) => (name ? `Hello ${name},` : "Hello,"),
  rounds: [
    {
      subject: "Your cart is still here",
      body: "These are still in your cart. The link below opens it on this device. Prices and stock are worked out anew.",
    },
    {
      subject: "Your cart, once more",
      body: "This is the last reminder of your cart. We do not write about it again.",
    },
  ],
  button: "Open the cart",
  footer: (shop) => `You get this email because you asked for news from ${shop}.`,
};

export const cartMailTexts: Readonly<Record<Language, Texts>> = { id, en };
