export const id = {
  title: "Kabari saat stok tersedia",
  lead: (product: string) =>
    `Kami kirim satu email begitu ${product} tersedia lagi. Alamat ini tidak dipakai untuk hal lain.`,
  email: "Email",
  send: "Kabari saya",
  checking: "Memeriksa, sebentar…",
  sentTitle: "Anda akan kami kabari",
  sentText: (email: string) =>
    `Begitu tersedia lagi, email kami sampai di ${email}. Bila setahun belum juga ada, alamat Anda kami hapus.`,
  close: "Lanjut belanja",
  errors: {
    required: "Isi email Anda.",
    too_long: "Email ini terlalu panjang.",
    email_invalid: "Email ini belum lengkap. Contoh: nama@contoh.com.",
    variant_not_found: "Produk ini tidak dijual lagi. Muat ulang halaman ini.",
  },
  failures: {
    captcha_missing: "Pemeriksaan anti-spam belum selesai. Kirim sekali lagi.",
    captcha_failed:
      "Pemeriksaan anti-spam tidak berhasil. Kirim sekali lagi, atau tanya lewat halaman Kontak.",
    captcha_unavailable:
      "Pemeriksaan anti-spam sedang tidak dapat dimuat. Coba lagi sebentar lagi, atau tanya lewat halaman Kontak.",
    too_many_requests:
      "Terlalu banyak permintaan. Coba lagi nanti, atau tanya lewat halaman Kontak.",
    variant_not_found: "Produk ini tidak dijual lagi. Muat ulang halaman ini.",
    in_stock:
      "Produk ini baru saja tersedia lagi. Muat ulang halaman ini, lalu masukkan keranjang.",
    offline: "Tidak ada sambungan internet. Kirim lagi setelah tersambung.",
  },
};
