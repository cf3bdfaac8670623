/** The place that shipments leave from. */
export const id = {
  lead: "Tempat kurir mengambil paket. Kurir dengan tarif langsung menghitung ongkir dari sini, dan nomor resi memakai kode posnya.",
  current: "Asal sekarang",
  none: "Belum ada. Tanpa asal, tarif langsung dari kurir tidak muncul untuk pembeli.",
  search: "Cari kecamatan, kelurahan, atau kode pos",
  searchHint: "Ketik minimal tiga huruf, misalnya “Sumur Bandung” atau 40111.",
  find: "Cari",
  found: (count: number) => `${count} wilayah ditemukan`,
  notFound: "Tidak ada kecamatan atau kelurahan seperti itu. Periksa ejaannya.",
  choose: "Pilih asal",
  save: "Simpan asal",
  chooseFirst: "Pilih satu wilayah dulu.",
};
