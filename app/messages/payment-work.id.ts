export const id = {
  title: "Pembayaran",
  intro: "Yang perlu dilihat petugas: selisih, transfer yang ditunggu, dan uang tunai dari kurir.",
  views: {
    tasks: "Perlu dilihat",
    transfers: "Transfer ditunggu",
    cash: "Tunai dari kurir",
    done: "Selesai",
  },
  empty: {
    tasks: "Tidak ada yang perlu dilihat",
    transfers: "Tidak ada transfer yang ditunggu",
    cash: "Tidak ada uang tunai yang ditunggu",
    done: "Belum ada yang selesai",
  },
  expected: "Diminta",
  came: "Datang",
  until: (time: string) => `Sampai ${time}`,
  since: (time: string) => `Sejak ${time}`,
  proofs: (count: number) => `Lihat bukti (${count})`,
  noProof: "Belum ada bukti",
  proof: "Bukti transfer",
  proofFailed: "Bukti tidak dapat dibuka. Coba lagi.",
  openPdf: "Buka PDF",
  received: { transfers: "Uang sudah masuk", cash: "Tunai sudah diterima" },
  receivedTitle: (number: string) => `Uang pesanan ${number}`,
  receivedText:
    "Tulis jumlah yang benar-benar masuk. Bila tidak sama, pesanan masuk ke Perlu dilihat.",
  amount: "Jumlah yang masuk",
  note: "Catatan",
  noteHint: "Misalnya bank dan jam mutasinya.",
  save: "Simpan",
  kinds: {
    mismatch: "Jumlah atau datanya tidak cocok",
    stock_missing: "Dibayar terlambat, barang sudah habis",
    refund_by_hand: "Kembalikan uang dengan tangan",
    chargeback: "Bank menarik kembali uangnya",
    taken_back: "Penyedia membatalkan pembayaran yang sudah masuk",
  },
  explain: {
    mismatch:
      "Penyedia menyebut hal lain dari yang diminta. Terima jumlah yang datang sebagai lunas, atau kembalikan.",
    stock_missing: "Uangnya dikembalikan. Hubungi pembeli bila barang bisa dipesan lagi.",
    refund_by_hand:
      "Cara bayar ini tidak bisa mengembalikan uang sendiri. Transfer ke rekening pembeli, lalu tandai.",
    chargeback: "Tahan pengiriman dan jawab sengketanya di dasbor penyedia.",
    taken_back: "Tahan pengiriman dan periksa di dasbor penyedia.",
  },
  acts: {
    settled_anyway: "Terima sebagai lunas",
    refunded: "Kembalikan uang",
    by_hand: "Sudah saya bereskan",
  },
  ask: {
    settled_anyway: (came: string) =>
      `Terima ${came} sebagai pembayaran penuh? Total pesanan menyesuaikan.`,
    refunded: (came: string) => `Kembalikan ${came} kepada pembayar?`,
    by_hand: () => "Tandai selesai? Tidak ada uang yang dipindahkan dari sini.",
  },
  keep: "Batal",
  resolved: {
    settled_anyway: "Diterima sebagai lunas",
    refunded: "Uang dikembalikan",
    by_hand: "Dibereskan petugas",
  },
  done: "Tersimpan.",
  problems: {
    payment_not_found: "Pembayaran tidak ditemukan. Muat ulang halaman.",
    receipt_known_already: "Jumlah lain sudah dicatat untuk pembayaran ini.",
    task_not_found: "Tidak ditemukan. Muat ulang halaman.",
    task_resolved_already: "Petugas lain sudah menyelesaikannya.",
    task_not_settleable: "Ini tidak dapat diselesaikan begitu.",
    task_money_elsewhere:
      "Uangnya bukan rupiah atau bukan milik pembayaran ini. Bereskan di dasbor penyedia.",
    task_not_paid: "Menurut penyedia uangnya belum masuk.",
    amount_invalid: "Tulis jumlah bulat, misalnya 149.877.",
    invalid_input: "Ada yang belum benar. Periksa lagi.",
  },
};
