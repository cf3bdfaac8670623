type Steps = readonly { readonly title: string; readonly steps: readonly string[] }[];

const atm = (bank: string, menu: string): { title: string; steps: readonly string[] } => ({
  title: `ATM ${bank}`,
  steps: [
    "Masukkan kartu dan PIN.",
    `Pilih ${menu}.`,
    "Masukkan nomor virtual account di atas.",
    "Periksa nama toko dan jumlahnya, lalu setujui.",
  ],
});
const app = (name: string, menu: string): { title: string; steps: readonly string[] } => ({
  title: name,
  steps: [
    `Buka ${name} dan masuk.`,
    `Pilih ${menu}.`,
    "Tempel nomor virtual account di atas.",
    "Periksa nama toko dan jumlahnya, lalu masukkan PIN.",
  ],
});

/** Menus as the banks name them. */
const bankSteps: Readonly<Record<string, Steps>> = {
  bca: [
    app("BCA mobile", "m-Transfer, BCA Virtual Account"),
    atm("BCA", "Transaksi Lainnya, Transfer, ke Rek BCA Virtual Account"),
  ],
  mandiri: [
    app("Livin’ by Mandiri", "Bayar, lalu cari nama toko"),
    atm("Mandiri", "Bayar/Beli, Lainnya, Multipayment"),
  ],
  bni: [
    app("BNI Mobile Banking", "Transfer, Virtual Account Billing"),
    atm("BNI", "Menu Lain, Transfer, Virtual Account Billing"),
  ],
  bri: [app("BRImo", "BRIVA"), atm("BRI", "Transaksi Lain, Pembayaran, Lainnya, BRIVA")],
  permata: [
    app("PermataMobile X", "Bayar Tagihan, Virtual Account"),
    atm("Permata", "Transaksi Lainnya, Pembayaran, Virtual Account"),
  ],
};

export const id = {
  title: "Cara bayar",
  nothing: "Tidak ada yang perlu dibayar.",
  fee: (amount: string) => `Biaya ${amount}`,
  problem: ({ code, amount }: { code: string; amount: string }): string => {
    switch (code) {
      case "cod_area":
        return "Kurir belum menerima tunai di alamat ini.";
      case "cod_address":
        return "Pilih alamat dulu.";
      case "cod_too_many":
        return "Selesaikan dulu pesanan COD yang masih berjalan.";
      case "not_for_order":
        return "Promo atau pengiriman pesanan ini tidak berlaku untuk cara bayar ini.";
      case "not_now":
        return "Sedang tidak dapat dipakai. Pilih cara lain, atau coba lagi nanti.";
      case "amount_too_small":
        return `Mulai dari ${amount}.`;
      default:
        return `Maksimal ${amount}.`;
    }
  },
  waiting: "Menunggu pembayaran",
  amount: "Jumlah yang harus dibayar",
  copyAmount: "Salin jumlah",
  copyNumber: "Salin nomor",
  copied: "Tersalin",
  before: (time: string) => `Bayar sebelum ${time}`,
  left: (time: string) => `Sisa waktu ${time}`,
  over: "Waktu bayar habis",
  days: (count: number) => `${count} hari`,
  virtualAccounts: "Virtual account",
  chooseBank: "Pilih bank",
  virtualAccount: (bank: string) => `Nomor virtual account ${bank}`,
  arrived: (amount: string) => `Pembayaran ${amount} diterima.`,
  next: "Lihat nota dan langkah berikutnya",
  qrChecking: "Memeriksa pembayaran…",
  qrAlt: (amount: string) => `Kode QRIS untuk membayar ${amount}`,
  saveQr: "Simpan gambar QR",
  qrName: (number: string) => `qris-${number}.png`,
  bankNames: { bca: "BCA", mandiri: "Mandiri", bni: "BNI", bri: "BRI", permata: "Permata" },
  howTo: "Cara membayar",
  bankSteps,
  otherBank: {
    title: "Bank lain",
    steps: [
      "Pilih transfer ke bank lain atau BI-FAST.",
      "Pilih bank di atas sebagai tujuan dan tempel nomornya.",
      "Isi jumlah persis seperti tertulis.",
    ],
  },
  qrSteps: {
    title: "Dengan dompet atau bank apa pun",
    steps: [
      "Buka aplikasi yang bisa QRIS: GoPay, OVO, DANA, ShopeePay, LinkAja, atau bank Anda.",
      "Pindai kode ini, atau unggah gambarnya dari galeri.",
      "Periksa jumlahnya, lalu masukkan PIN.",
    ],
  },
  tryIt: "Buka bank percobaan",
  tryHint: "Toko ini memakai penyedia pembayaran percobaan. Tidak ada uang sungguhan.",
  wallet: "Buka aplikasi",
  walletText: "Anda akan ke aplikasi e-wallet, lalu kembali ke sini.",
  check: "Periksa status",
  checking: "Memeriksa pembayaran",
  unpaid: "Pembayaran belum kami terima. Bila sudah membayar, periksa lagi dalam beberapa menit.",
  live: "Status diperbarui otomatis. Halaman boleh ditutup; tautannya ada di email dan di Pesanan saya.",
  liveUnmailed:
    "Status diperbarui otomatis. Halaman boleh ditutup; pesanan ini ada di Pesanan saya.",
  change: "Ganti cara bayar",
  changeText: "Cara bayar yang sekarang langsung ditutup. Jangan bayar dua kali.",
  useThis: "Pakai cara ini",
  keep: "Tidak jadi",
  declined: "Pembayaran ditolak. Coba lagi atau ganti cara bayar.",
  transfer: {
    to: "Transfer ke",
    holder: (name: string) => `a.n. ${name}`,
    exact: "Transfer persis sampai tiga angka terakhir. Dari situ kami mengenali pembayaran Anda.",
    code: (amount: string) => `Sudah dipotong kode unik ${amount}.`,
    proof: "Bukti transfer",
    choose: "Pilih foto atau berkas",
    proofHint: "Opsional, mempercepat pemeriksaan. Foto, gambar, atau PDF (maksimal 5 MB).",
    send: "Kirim bukti",
    sent: (time: string) =>
      `Bukti diterima ${time}. Pesanan tetap kami simpan sampai selesai diperiksa.`,
    checked: "Tim kami memeriksa mutasi rekening pada jam kerja.",
  },
  cash: (amount: string) => `Siapkan ${amount} tunai untuk kurir saat barang tiba.`,
  problems: {
    proof_missing: "Pilih berkasnya dulu.",
    proof_too_large: "Berkas lebih dari 5 MB. Kirim yang lebih kecil.",
    proof_type: "Kirim foto JPEG, PNG, WebP, atau PDF.",
    proof_failed: "Berkas belum terkirim. Coba lagi.",
    script: "Formulir pembayaran tidak dapat dimuat. Muat ulang halaman atau ganti cara bayar.",
    unavailable: "Pembayaran belum dapat dibuka. Coba lagi atau ganti cara bayar.",
    network: "Sambungan terputus. Coba lagi.",
  },
  provider: {
    loading: "Memuat formulir pembayaran",
    open: "Buka pembayaran",
    openText:
      "Pilih GoPay, ShopeePay, QRIS, virtual account, atau minimarket di jendela yang terbuka.",
    pay: (amount: string) => `Bayar ${amount}`,
    refused: "Pembayaran belum berhasil. Periksa data Anda atau pakai cara lain.",
  },
};
