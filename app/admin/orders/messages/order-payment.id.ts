export const id = {
  title: "Pembayaran",
  none: "Tidak ada yang harus dibayar.",
  unchosen: "Pembeli belum memilih cara bayar.",
  received: "Masuk",
  returned: "Kembali",
  open: "Belum masuk",
  until: (time: string) => `Bayar sebelum ${time}`,
  confirm: {
    transfers: "Catat transfer yang masuk",
    late: "Catat transfer yang terlambat masuk",
    cash: "Catat setoran COD",
  },
};
