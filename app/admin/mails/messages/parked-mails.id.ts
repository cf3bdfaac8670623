export const id = {
  title: "Pesan yang tertahan",
  lead: "Pesan ini ditolak penerimanya atau gagal dua belas kali. Perbaiki alamat atau pengaturan email dulu, lalu kirim lagi.",
  none: "Tidak ada pesan yang tertahan",
  noneText: "Semua email dan SMS sudah sampai di server penerimanya.",
  tries: (count: number) => `${count} percobaan`,
  again: "Kirim lagi",
  againTo: (to: string) => `Kirim lagi ke ${to}`,
  sent: "Pesan masuk antrean lagi.",
  recovered: (orders: number, total: string) =>
    `Pengingat keranjang, 30 hari terakhir: ${orders} pesanan terbayar senilai ${total} dalam seminggu sesudah pengingatnya.`,
  gone: "Pesan ini sudah tidak tertahan.",
};
