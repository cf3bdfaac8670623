export const id = {
  title: "Email tidak sampai ke pembeli",
  why: {
    hard: "Kotak surat ini tidak ada. Mungkin salah ketik waktu memesan.",
    soft: "Kotak surat ini sedang tidak menerima email, misalnya penuh.",
    policy: "Penyedia email pembeli menolak email kami.",
  },
  next: "Hubungi pembeli lewat telepon atau WhatsApp, lalu perbaiki alamatnya atau tandai sudah dikabari.",
  missed: "Yang belum diterima:",
  any: "Email ke alamat ini kembali, jadi kabar pesanan ini juga tidak akan sampai.",
  said: (code: string) => `Kata server penerima${code ? ` (${code})` : ""}`,
  call: "Telepon",
  chat: "WhatsApp",
  chatText: (shop: string, number: string) =>
    `Halo, ini ${shop}. Email kami tentang pesanan ${number} tidak sampai. Bolehkah kami minta alamat email yang benar?`,
  address: "Alamat email yang benar",
  addressHint: "Email yang tidak sampai dikirim lagi ke sini, termasuk tautan ke pesanan.",
  correct: "Perbaiki dan kirim lagi",
  told: "Sudah dikabari",
  corrected: "Alamat diperbaiki. Email yang tidak sampai sedang dikirim lagi.",
  problems: {
    email_invalid: "Isi satu alamat email yang lengkap.",
    email_unchanged: "Ini alamat yang sama. Isi alamat yang benar, atau tandai sudah dikabari.",
    nothing_undelivered: "Semua email pesanan ini sudah ditangani.",
    order_not_found: "Anda tidak punya izin untuk ini.",
  },
  list: {
    title: "Pembeli yang tidak menerima email",
    lead: "Email pesanan mereka kembali. Buka pesanannya untuk menelepon atau memperbaiki alamat.",
    mails: (count: number) => `${count} email kembali`,
  },
};
