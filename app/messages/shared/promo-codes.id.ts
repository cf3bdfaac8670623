/** Promo codes of the cart, in the cart and in the checkout. */
export const id = {
  open: "Punya kode promo?",
  list: "Promo untuk Anda",
  label: "Kode promo",
  apply: "Pakai kode",
  remove: (code: string) => `Hapus kode ${code}`,
};
