export const id = {
  title: (number: string) => `Pesanan ${number}`,
  lead: "Halaman ini hanya menunjukkan perjalanan pesanan. Masuk untuk melihat isinya, alamat, dan notanya. Belum punya akun? Masuk dengan kode yang kami kirim ke email pesanan ini.",
  placed: (time: string) => `Dipesan ${time}`,
  pay: "Bayar",
  payUntil: (time: string) => `Bayar sebelum ${time}`,
  payText:
    "Masuk dengan email pesanan ini untuk membayar. Barangnya kami sisihkan sampai waktu itu.",
  supplement: {
    payText:
      "Masuk dengan email pesanan ini untuk membayar. Desain baru Anda kami periksa setelahnya.",
    paid: "Tambahan ini sudah dibayar",
    ended: "Tambahan ini tidak berlaku lagi",
    endedText: "Desain baru itu tidak dicetak; yang sudah dibayar kami kembalikan.",
    /** Followed by the number of the order with the goods. */
    comesWith: "Tidak ada paket tersendiri: barangnya ada di pesanan",
  },
  arrives: (days: string) => `Perkiraan tiba ${days}`,
  shipments: "Paket",
  none: "Belum ada paket. Halaman ini berubah begitu paketnya disiapkan.",
  replacement: "Pengganti",
  statuses: {
    pending: "Disiapkan",
    shipped: "Dalam perjalanan",
    delivered: "Diterima",
    canceled: "Batal",
  },
  shipped: (time: string) => `Dikirim ${time}`,
  delivered: (time: string) => `Diterima ${time}`,
  trackingNumber: "Nomor resi",
  signIn: "Masuk",
  unknown: "Tautan pesanan ini tidak berlaku",
  unknownText:
    "Buka lagi dari email pesanan; bila disalin, pastikan tautannya utuh. Pesanan Anda juga ada di akun.",
  toOrders: "Lihat pesanan saya",
  tooMany: "Terlalu banyak tautan yang keliru. Tunggu sepuluh menit, lalu buka lagi dari email.",
};
