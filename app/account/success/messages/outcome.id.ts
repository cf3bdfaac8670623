/** As they read in a sentence; `until` and `days` are days, `amount` money. */
interface Facts {
  readonly email: string;
  readonly amount: string;
  readonly until: string;
  readonly days: string;
  readonly money: keyof typeof money;
}

/** The refund state of a cancelled order. */
const money = {
  none: "Tidak ada yang perlu Anda bayar.",
  here: "Dana yang sudah masuk kami kembalikan.",
  returned: "Dana Anda sudah kami kembalikan.",
};

const wrong = "Ada yang rusak atau keliru? Laporkan dari halaman pesanan.";

export const id = {
  page: "Pesanan Anda",
  unknownText: "Masuk untuk melihat pesanan dan pembayarannya.",
  signIn: "Masuk",
  next: "Setelah ini",
  steps: (days: string, isChecked: boolean) => [
    isChecked
      ? "Kami periksa desain Anda, lalu cetak dan kemas pesanannya."
      : "Kami siapkan dan kemas pesanan Anda.",
    "Anda menerima nomor resi lewat email saat paket berangkat.",
    `Paket diperkirakan tiba ${days}.`,
  ],
  view: "Lihat pesanan",
  later: {
    account: {
      text: "Anda belanja sebagai tamu. Dengan akun, pesanan ini bisa dibuka dari perangkat mana pun.",
      action: "Simpan sebagai akun",
    },
    password: {
      text: "Lain kali Anda bisa masuk dengan kode lagi, atau dengan kata sandi.",
      action: "Buat kata sandi",
    },
  },
  how: "Lihat cara membayar",
  pay: "Bayar lagi",
  shop: "Belanja lagi",
  save: "Simpan nota (PDF)",
  print: "Cetak",
  share: "Bagikan",
  copyLink: "Salin tautan produk",
  copiedLink: "Tautan tersalin",
  shareText: (product: string, shop: string) => `Saya baru pesan ${product} di ${shop}.`,
  to_pay: {
    title: "Pesanan tercatat, tinggal dibayar",
    text: ({ amount, until }: Facts) =>
      `Bayar ${amount} sebelum ${until}. Cara membayarnya ada di halaman pesanan dan di email.`,
  },
  proof: {
    title: "Bukti transfer kami terima",
    text: (_: Facts) =>
      "Tim kami mencocokkannya dengan rekening toko pada jam kerja. Halaman ini diperbarui otomatis begitu dananya masuk; kami juga kirim email.",
  },
  checking: {
    title: "Menunggu konfirmasi pembayaran",
    text: (_: Facts) =>
      "Halaman ini diperbarui otomatis begitu ada konfirmasi; kami juga kirim email. Belum selesai membayar? Lanjutkan dari halaman pesanan.",
  },
  declined: {
    title: "Pembayaran belum berhasil",
    text: ({ until }: Facts) =>
      `Pesanan Anda kami simpan sampai ${until}. Bayar lagi dengan kartu yang lain atau cara yang lain.`,
  },
  expired: {
    title: "Waktu pembayaran sudah habis",
    text: (_: Facts) => "Barangnya dapat Anda pesan lagi dari halaman pesanan.",
  },
  canceled: {
    title: "Pesanan ini sudah dibatalkan",
    text: (facts: Facts) =>
      `${money[facts.money]} Barangnya dapat Anda pesan lagi dari halaman pesanan.`,
  },
  cash: {
    title: "Terima kasih, pesanan kami siapkan",
    text: ({ amount }: Facts) => `Siapkan ${amount} tunai untuk kurir saat barang tiba.`,
  },
  nothing: {
    title: "Terima kasih, pesanan kami siapkan",
    text: ({ email }: Facts) => `Tidak ada yang perlu dibayar. Rinciannya kami kirim ke ${email}.`,
  },
  paid: {
    title: "Terima kasih, pesanan Anda lunas",
    text: ({ email }: Facts) => `Bukti pembayaran kami kirim ke ${email}.`,
  },
  sent_part: {
    title: "Sebagian pesanan sudah berangkat",
    text: (_: Facts) => "Sisanya menyusul. Nomor resi tiap paket ada di halaman pesanan.",
  },
  sent: {
    title: "Pesanan Anda dalam perjalanan",
    text: ({ days }: Facts) => `Diperkirakan tiba ${days}. Nomor resinya ada di halaman pesanan.`,
  },
  arrived: { title: "Pesanan Anda sudah sampai", text: (_: Facts) => wrong },
  /** Where goods are fetched from the shop. */
  pickup: {
    cash: {
      title: "Terima kasih, pesanan kami siapkan",
      text: ({ amount }: Facts) => `Siapkan ${amount} tunai saat mengambil di toko.`,
    },
    sent_part: {
      title: "Sebagian pesanan siap diambil",
      text: (_: Facts) => "Sisanya menyusul. Kami kirim email begitu siap.",
    },
    sent: {
      title: "Pesanan Anda siap diambil",
      text: (_: Facts) => "Sebutkan nomor pesanan kepada tim toko.",
    },
    arrived: { title: "Pesanan sudah Anda ambil", text: (_: Facts) => wrong },
  },
};
