/** Words about what a new version of an ordered design costs more. */
export const id = {
  ofOrder: "Tambahan untuk desain baru pesanan",
  supplements: "Tambahan desain",
  one: "Tambahan desain",
  forOrder: (number: string) => `untuk pesanan ${number}`,
  ofRefund: "Dari tambahan desain",
  received: "Tambahan desain masuk",
  returned: "Tambahan desain kembali",
  before: "Versi sebelumnya:",
  isPaid: "Tambahan ini sudah dibayar",
  isPaidText: "Desain barunya kami teruskan. Barangnya dikirim dengan pesanan di atas.",
  isOver: "Tambahan ini tidak berlaku lagi",
  isOverText: "Desain baru itu tidak dicetak; yang sudah dibayar kami kembalikan.",
  waiting: (amount: string, deadline: string) =>
    `Versi baru Anda menunggu tambahan ${amount}. Bayar sebelum ${deadline}; setelah itu kami periksa. Sebelum dibayar, barang ini tidak dicetak.`,
  pay: (amount: string) => `Bayar ${amount}`,
  paid: "Tambahannya sudah dibayar. Versi barunya segera tampil di sini.",
  waitingForBuyer: (amount: string, deadline: string) =>
    `Pembeli mengirim versi baru dan membayar tambahan ${amount} sampai ${deadline}. Langkah Anda membatalkan tambahan itu.`,
};
