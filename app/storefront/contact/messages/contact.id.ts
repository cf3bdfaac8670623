import type { EnquiryTopic } from "#shop/customers/enquiries/enquiry.ts";

export const id = {
  title: "Kontak",
  whatsappFirst: "Paling cepat lewat WhatsApp.",
  lead: "Pesan dari formulir ini kami jawab lewat email pada hari kerja.",
  methods: "Hubungi langsung",
  formTitle: "Tulis pesan",
  name: "Nama",
  email: "Email",
  emailHint: "Jawaban kami kirim ke sini.",
  phone: "Nomor HP",
  orderNumber: "Nomor pesanan",
  orderNumberHint: "Ada di email pesanan, misalnya INV-10001.",
  topic: "Perihal",
  topicNone: "Pilih satu",
  topics: {
    product: "Produk",
    custom: "Pesanan khusus",
    order: "Pesanan saya",
    return: "Pengembalian atau keluhan",
    privacy: "Data pribadi saya",
    other: "Lainnya",
  } satisfies Record<EnquiryTopic, string>,
  message: "Pesan",
  messageHint: "Maksimal 4.000 huruf.",
  send: "Kirim pesan",
  checking: "Memeriksa, sebentar…",
  privacy: "Isi formulir hanya kami pakai untuk menjawab Anda.",
  sentTitle: "Pesan Anda sudah sampai",
  sentText: (number: number, email: string) =>
    `Nomor pesan Anda ${number}. Tanda terimanya kami kirim ke ${email}.`,
  another: "Tulis pesan lain",
  problems: "Perbaiki bagian bertanda merah.",
  errors: {
    required: "Bagian ini belum diisi.",
    too_long: "Terlalu panjang. Singkatkan sedikit.",
    email_invalid: "Email ini belum lengkap. Contoh: nama@contoh.com.",
    phone_invalid: "Tulis nomor HP Indonesia, misalnya 0812-3456-7890.",
    topic_required: "Pilih perihal pesan Anda.",
  },
  failures: {
    captcha_missing:
      "Pemeriksaan anti-spam memerlukan JavaScript. Nyalakan JavaScript lalu kirim lagi, atau pakai kontak toko bila tertulis di halaman ini. Tulisan Anda masih ada di bawah.",
    captcha_failed:
      "Pemeriksaan anti-spam tidak berhasil. Kirim sekali lagi; bila tetap gagal, pakai kontak toko bila tertulis di halaman ini.",
    captcha_unavailable:
      "Pemeriksaan anti-spam sedang tidak dapat dimuat. Coba lagi sebentar lagi, atau pakai kontak toko bila tertulis di halaman ini.",
    idempotency_key_reused:
      "Formulir ini sudah terkirim. Muat ulang halaman untuk menulis pesan lain.",
    offline: "Tidak ada sambungan internet. Pesan belum terkirim; kirim lagi setelah tersambung.",
  },
  tooMany: (minutes: number) =>
    minutes > 90
      ? "Sudah banyak pesan terkirim hari ini. Coba lagi besok."
      : `Sudah banyak pesan terkirim. Coba lagi ${minutes} menit lagi.`,
};
