/** Words of the drawing board where an ordered design is changed. */
export const id = {
  title: (goods: string) => `Ubah desain: ${goods}`,
  status: (version: number) => `Mengubah versi ${version}`,
  noteToBuyer: "Catatan untuk pembeli",
  noteToShop: "Catatan untuk toko (boleh kosong)",
  sendToBuyer: "Kirim ke pembeli",
  sendToShop: "Kirim ke toko",
  tick: (texts: readonly string[]) =>
    texts.length > 0
      ? `Cetak seperti ini; sudah saya periksa: ${texts.map((text) => `“${text}”`).join(", ")}`
      : "Cetak seperti ini; gambar dan letaknya sudah saya periksa",
  dearer: (amount: string) =>
    `Desain ini ${amount} lebih mahal dari yang dibayar. Anda membayar selisihnya setelah mengirim; kami periksa begitu lunas.`,
  cheaper: (amount: string) =>
    `Desain ini ${amount} lebih murah dari yang dibayar. Selisihnya kami kembalikan begitu Anda mengirim.`,
  sendAndPay: (amount: string) => `Kirim dan bayar ${amount}`,
  problems: {
    price_settled:
      "Harga barang ini tidak bisa berubah lagi, karena sebagian sudah dikembalikan atau belum dibayar. Samakan jumlah huruf, gambar, dan warnanya, atau tulis ke toko.",
    price_changed: "Harganya baru saja berubah. Muat ulang halaman, lalu kirim lagi.",
    blur_unticked:
      "Ada gambar yang akan tampak buram. Perkecil, ganti, atau centang untuk tetap mencetaknya.",
    rights_missing: "Centang dulu bahwa Anda boleh memakai gambarnya.",
    words_unchecked: "Periksa dulu tulisannya, lalu beri centang.",
    note_missing: "Tulis apa yang Anda ubah.",
    too_many_requests: "Terlalu banyak perubahan hari ini. Coba lagi besok atau hubungi kami.",
    proof_unchanged: "Belum ada yang berubah.",
    changed_meanwhile: "Desain ini baru saja berubah di tempat lain. Muat ulang halaman.",
    step_not_possible: "Desain ini tidak bisa diubah sekarang. Kembali ke halamannya.",
    order_canceled: "Pesanan ini sudah dibatalkan, jadi tidak ada yang dicetak.",
    order_not_placed: "Pesanan ini belum dibayar atau sudah dibatalkan.",
    order_not_paid: "Pesanan ini belum lunas.",
    not_permitted: "Anda tidak boleh mengubah desain ini.",
    picture_not_found: "Satu gambar sudah tidak ada. Hapus lapisannya, lalu unggah lagi.",
    design_too_large: "Desain ini terlalu rumit untuk dicetak. Hapus beberapa lapisan.",
    customisation_not_found: "Desain ini tidak ditemukan.",
    finding: "Bereskan dulu catatan di bawah.",
    invalid_input: "Desain ini tidak bisa dikirim. Coba lagi.",
  },
};
