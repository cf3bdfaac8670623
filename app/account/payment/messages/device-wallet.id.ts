export const id = {
  text: "Kartu yang tersimpan di perangkat Anda dipakai tanpa mengetik nomornya.",
  open: "Bayar dengan dompet",
  title: "Apple Pay / Google Pay",
  amount: "Jumlah",
  cards: "Kartu yang tersimpan",
  card: (digits: string) => `Kartu •••• ${digits}`,
  outcomes: {
    kept_4242: "Disetujui",
    kept_3155: "Bank meminta kode",
    kept_9995: "Saldo tidak cukup",
    kept_0002: "Ditolak bank",
  },
  approve: (amount: string) => `Setujui ${amount}`,
  cancel: "Batal",
  test: "Dompet percobaan: pilih kartu menurut hasil yang ingin Anda lihat. Tidak ada uang sungguhan.",
};
