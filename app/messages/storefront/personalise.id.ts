export const id = {
  title: "Beri nama Anda",
  style: "Gaya",
  letters: (typed: number, max: number) => `${typed} dari ${max} huruf`,
  preview: (text: string) => `Cetakan: ${text}`,
  empty: "Ketik untuk melihat cetakannya di sini.",
  illustration: "Ilustrasi. Warna cetak bisa sedikit lebih lembut.",
  more: "Ubah lebih banyak",
  roster: "Beberapa orang? Isi daftar nama",
  problems: {
    missing: "Isi dulu apa yang dicetak.",
    tooLong: (max: number) => `Maksimal ${max} huruf.`,
    letter: (letter: string) => `“${letter}” tidak ada di gaya ini. Hapus atau pilih gaya lain.`,
    tooWide: "Terlalu panjang untuk dicetak. Pendekkan tulisannya.",
    other: "Tulisan ini tidak bisa dicetak. Tulis dengan huruf biasa.",
  },
  failures: {
    offline: "Desain belum tersimpan. Periksa sambungan, lalu coba lagi.",
    too_many_requests: "Terlalu banyak desain dalam satu jam. Coba lagi nanti.",
    not_found: "Gaya ini sudah tidak ada. Muat ulang halaman.",
  },
};
