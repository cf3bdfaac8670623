/** Delivery options: changes since the choice, pickup, backorders. */
export const id = {
  lapsed: (name: string) =>
    `${name} tidak tersedia lagi untuk alamat atau isi keranjang ini. Pilih cara kirim yang lain.`,
  repriced: (name: string, before: string, now: string) =>
    `Ongkir ${name} berubah dari ${before} menjadi ${now}.`,
  free: "Gratis",
  shipping: "Ongkir",
  from: "Ongkir mulai",
  before: "Semula",
  now: "menjadi",
  upTo: (cap: string) => `Ongkir dipotong sampai ${cap}`,
  production: (days: number) => `Dicetak ${days} hari kerja, sudah termasuk dalam perkiraan`,
  ready: (days: string) => `Siap diambil ${days}`,
  unreachable: "Belum ada pengiriman ke alamat ini untuk isi keranjang Anda. Pilih alamat lain.",
  backordered: (pieces: number) =>
    `${pieces} di antaranya masih kami pesan dan menyusul begitu datang.`,
};
