import type { AutomationSlug } from "#shop/mailing/automations/automation.ts";

/** Mails that an occasion causes. */
export const id = {
  title: "Email otomatis",
  lead: "Setiap kejadian menghasilkan maksimal satu email. Persetujuan, daftar alamat yang didiamkan, dan batas email per orang berlaku seperti pada kampanye.",
  reviewNote: "Permintaan ulasan belum ada, karena toko ini belum menerima ulasan.",
  back: "Semua email otomatis",
  names: {
    welcome: "Sambutan",
    win_back: "Pembeli lama",
    left_cart: "Keranjang ditinggal",
    back_in_stock: "Stok tersedia lagi",
  } satisfies Record<AutomationSlug, string>,
  texts: {
    welcome: "Sekali untuk setiap alamat, begitu langganannya yang pertama dikonfirmasi.",
    win_back: "Kepada pelanggan milis yang lama tidak memesan sejak pesanan terakhirnya tiba.",
    left_cart:
      "Sejam setelah keranjang ditinggal, dan sekali lagi sehari kemudian. Hanya kepada pelanggan Kabar toko yang tidak mematikan pengingat keranjang.",
    back_in_stock:
      "Sekali, kepada yang memintanya di halaman produk. Tidak dihitung dalam batas email per orang.",
  } satisfies Record<AutomationSlug, string>,
  heads: {
    name: "Nama",
    state: "Status",
    mailed: "Terkirim 30 hari",
    skipped: "Dilewati 30 hari",
  },
  states: { on: "Menyala", off: "Mati", paused: "Menunggu Anda" },
  switchTitle: "Nyala dan mati",
  switchOn: "Nyalakan",
  switchOff: "Matikan",
  goOn: "Lanjutkan",
  onText:
    "Hanya kejadian mulai sekarang yang dikirimi email. Yang terjadi selama mati atau dijeda tidak disusulkan.",
  offText: "Yang belum terkirim tidak dikirim lagi.",
  blocked: "Perbaiki dulu yang ditandai di bawah.",
  switchedOn: "Menyala mulai sekarang.",
  switchedOff: "Dimatikan.",
  would: (count: string, days: number) =>
    `Bila menyala selama ${days} hari terakhir, ${count} email akan dikirim.`,
  wouldUnknown: "Perkiraan belum selesai dihitung. Muat ulang sebentar lagi.",
  numbers: "30 hari terakhir",
  mailed: "Terkirim",
  waiting: "Menunggu",
  refused: "Ditolak server",
  skipped: "Dilewati",
  none: "Belum ada kejadian dalam 30 hari.",
  brought: (orders: number, total: string) =>
    `${orders} pesanan dalam 30 hari datang dari tautan email ini, senilai ${total}.`,
  recovered: (orders: number, total: string) =>
    `${orders} pesanan dibayar dalam tujuh hari setelah pengingat, senilai ${total}.`,
  reasons: {
    empty: "produknya tidak dijual lagi",
    missed: "terjadi selama mati atau dijeda",
    cancelled: "dimatikan atau dijeda sebelum terkirim",
  } as Record<string, string>,
  daysTitle: "Waktu",
  after_days: "Hari sejak pesanan terakhir tiba",
  after_daysHint: "30 sampai 365",
  quiet_days: "Hari di antara dua email seperti ini",
  quiet_daysHint: "30 sampai 730, untuk satu penerima",
  saveDays: "Simpan waktu",
  days_invalid: "Isi jumlah hari di dalam batasnya.",
  textTitle: "Teks",
  followUp: {
    left_cart: "Isi keranjang dan tombolnya mengikuti teks ini.",
    back_in_stock: "Produk dan tombolnya mengikuti teks ini. {item} berarti nama produknya.",
  } as Record<string, string>,
};
