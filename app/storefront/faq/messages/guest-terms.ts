/**
 * Whether paying needs an account, by the shop's setting `guest_checkout`. Read on the server: a page is given the sentence, and does not
 * load the other one.
 */
export const guestTermsWords = {
  id: {
    account:
      "Untuk melihat dan mengisi keranjang tidak. Untuk membayar ya, supaya pesanan dan nomor resi bisa Anda lihat kembali.",
    guests:
      "Tidak. Pilih Lanjut sebagai tamu saat membayar; nota dan nomor resi kami kirim ke email Anda. Dengan akun, pesanan bisa Anda buka kembali di perangkat mana pun.",
  },
  en: {
    account:
      "Not to look around or to fill a cart. To pay you do, so that you can find your order and its tracking number again.",
    guests:
      "No. Choose Continue as a guest when you pay; the receipt and the tracking number come by email. With an account you can open your orders again on any device.",
  },
};
