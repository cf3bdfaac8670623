export const id = {
  footer: "Kabar produk baru",
  example: "nama@contoh.com",
  title: "Kabar toko lewat email",
  lead: "Produk baru dan diskon, paling sering beberapa kali sebulan.",
  email: "Email",
  join: "Daftar",
  /** What a visitor agrees to; the ledger keeps these very words. */
  consent:
    "Dengan mendaftar, Anda setuju menerima kabar toko lewat email. Anda dapat berhenti kapan saja.",
  /** What a buyer or an account agrees to by ticking the box. */
  box: "Kirimi saya kabar toko lewat email. Saya dapat berhenti kapan saja.",
  boxHint: "Produk baru dan diskon. Tidak memengaruhi pesanan Anda.",
  send: "Daftar",
  checking: "Memeriksa, sebentar…",
  sentTitle: "Periksa email Anda",
  sentText:
    "Kami mengirim tautan ke alamat itu. Langganan baru mulai setelah Anda menekannya. Belum sampai setelah beberapa menit? Lihat folder spam.",
  confirmTitle: "Konfirmasi langganan",
  confirmLead: (topics: string) => `Tekan tombol ini untuk menerima: ${topics}.`,
  confirm: "Ya, kirimi saya",
  confirming: "Mengonfirmasi, sebentar…",
  confirmedTitle: "Langganan Anda aktif",
  confirmedText: (email: string, topics: string) =>
    `${email} kini menerima: ${topics}. Tautan berhenti ada di bagian bawah setiap email.`,
  choices: "Atur email",
  toShop: "Lihat produk",
  expiredTitle: "Tautan ini sudah tidak berlaku",
  expiredText:
    "Tautan konfirmasi berlaku tujuh hari, dan tidak lagi setelah Anda menghentikan email kami. Daftar lagi di bawah ini bila Anda masih mau.",
  unknownTitle: "Tautan ini tidak lengkap",
  unknownText: "Buka lagi tautan di email konfirmasi, atau daftar lagi di bawah ini.",
  errors: {
    required: "Isi email Anda.",
    too_long: "Email ini terlalu panjang.",
    email_invalid: "Email ini belum lengkap. Contoh: nama@contoh.com.",
  },
  failures: {
    captcha_failed: "Pemeriksaan anti-spam tidak berhasil. Coba sekali lagi.",
    captcha_unavailable:
      "Pemeriksaan anti-spam sedang tidak dapat dimuat. Coba lagi sebentar lagi.",
    too_many_requests: "Terlalu banyak permintaan. Coba lagi satu jam lagi.",
    offline: "Tidak ada sambungan internet. Coba lagi setelah tersambung.",
  },
};
