import type { MailTopic } from "#shop/mail-topics/topic.ts";

type OfTopics = Readonly<Record<MailTopic, string>>;

export const id = {
  title: "Atur email",
  lead: "Pilih email apa yang ingin Anda terima dari kami.",
  for: (email: string) => `Untuk ${email}`,
  topics: {
    payment_reminder: "Pengingat bayar",
    news: "Kabar toko",
    stock: "Kabar stok",
  } satisfies OfTopics,
  hints: {
    payment_reminder: "Sekali, bila pesanan belum dibayar setelah sepuluh menit.",
    news: "Barang baru dan potongan. Hanya bila Anda memintanya.",
    stock: "Sekali, begitu barang yang Anda tunggu ada lagi.",
  } satisfies OfTopics,
  ask: {
    payment_reminder: "Berhenti menerima pengingat bayar?",
    news: "Berhenti menerima kabar toko?",
    stock: "Berhenti menerima kabar stok?",
  } satisfies OfTopics,
  stop: "Ya, berhenti",
  stopped: {
    payment_reminder: "Pengingat bayar tidak kami kirim lagi.",
    news: "Kabar toko tidak kami kirim lagi.",
    stock: "Kabar stok tidak kami kirim lagi.",
  } satisfies OfTopics,
  undo: "Batalkan",
  undone: {
    payment_reminder: "Pengingat bayar kami kirim lagi.",
    news: "Kabar toko kami kirim lagi.",
    stock: "Kabar stok kami kirim lagi.",
  } satisfies OfTopics,
  choose: "Semua pilihan",
  always: "Email pesanan",
  alwaysHint:
    "Pembayaran diterima, dikirim, dibatalkan: selalu kami kirim, karena itu bukti belanja Anda.",
  alwaysMark: "selalu",
  save: "Simpan pilihan",
  saved: "Pilihan Anda sudah disimpan.",
  brokenTitle: "Tautan ini tidak lengkap",
  brokenText: "Buka lagi tautan di bagian bawah email kami, atau minta tautan baru di bawah ini.",
  openTitle: "Minta tautan lewat email",
  openText:
    "Tautannya juga ada di bagian bawah setiap email yang dapat dihentikan. Tidak perlu masuk.",
  email: "Email",
  send: "Kirim tautan",
  checking: "Memeriksa, sebentar…",
  sentTitle: "Periksa email Anda",
  sentText: "Bila kami pernah menulis ke alamat itu, tautannya sedang dalam perjalanan.",
  errors: {
    required: "Isi email Anda.",
    too_long: "Email ini terlalu panjang.",
    email_invalid: "Email ini belum lengkap. Contoh: nama@contoh.com.",
  },
  failures: {
    link_invalid: "Tautan ini tidak berlaku. Minta tautan baru di halaman ini.",
    captcha_failed:
      "Pemeriksaan anti-spam tidak berhasil atau JavaScript mati. Coba sekali lagi, atau tulis lewat email di bawah halaman ini.",
    captcha_unavailable:
      "Pemeriksaan anti-spam sedang tidak dapat dimuat. Coba lagi sebentar lagi.",
    too_many_requests: "Terlalu banyak permintaan. Coba lagi satu jam lagi.",
    offline: "Tidak ada sambungan internet. Coba lagi setelah tersambung.",
  },
};
