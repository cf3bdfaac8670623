export const id = {
  title: (product: string) => `Daftar nama, ${product}`,
  back: (product: string) => `Kembali ke ${product}`,
  lead: "Isi satu baris untuk tiap orang. Satu baris dicetak di satu potong, dan ukuran boleh berbeda-beda.",
  shared: "Untuk semua potong",
  style: "Gaya",
  rows: "Nama tiap orang",
  row: (row: number) => `Baris ${row}`,
  variant: "Warna dan ukuran",
  variantNone: "Pilih",
  colour: {
    label: (option: string) => `${option} untuk semua baris`,
    mixed: "Berbeda tiap baris",
  },
  soldOut: (label: string) => `${label} (habis)`,
  fieldOf: (field: string, row: number) => `${field}, baris ${row}`,
  add: "Tambah lima baris",
  remove: (row: number) => `Hapus baris ${row}`,
  full: (max: number) => `Satu daftar memuat maksimal ${max} baris.`,
  emptyRows: "Baris kosong tidak ikut dipesan.",
  paste: {
    open: "Tempel dari lembar kerja",
    label: "Daftar Anda",
    hint: "Satu orang per baris: ukuran, nama, nomor. Pisahkan dengan tab atau koma. Baris judul kolom boleh disertakan. Ukuran yang kosong mengikuti baris di atasnya.",
    example: "M, Budi, 10",
    take: "Masukkan ke daftar",
    left: "Isi sel ini tidak masuk ke daftar: kolom atau ukurannya tidak dikenal. Periksa barisnya.",
    leftCell: (row: number, cell: string) => `Baris ${row}: ${cell}`,
    withoutLeft: "Lanjut tanpa isi ini",
    leftFirst: "Periksa dulu isi yang tidak masuk ke daftar.",
    dropped: (rows: number) =>
      `${rows} baris terakhir tidak termuat. Pesan sisanya di daftar kedua.`,
  },
  preview: (text: string) => `Cetakan: ${text}`,
  previewRefused: "Tulisannya belum bisa dicetak seperti ini. Periksa panjang dan hurufnya.",
  previewEmpty: "Pilih satu baris untuk melihat cetakannya.",
  illustration: "Ilustrasi baris yang Anda pilih.",
  total: (pieces: number) => `Total ${pieces} buah`,
  each: "Harga sebuah mengikuti jumlah semua ukuran bersama.",
  keep: "Masukkan ke keranjang",
  keepAnyway: "Sudah benar, masukkan ke keranjang",
  warnings: {
    title: "Periksa dulu baris ini",
    assumed: (row: number, variant: string) =>
      `Baris ${row}: ukurannya kosong di daftar Anda, jadi diisi ${variant}.`,
    blank: (row: number, field: string) => `Baris ${row}: ${field} kosong.`,
    repeated: (row: number, field: string, value: string, first: number) =>
      `Baris ${row}: ${field} “${value}” sama dengan baris ${first}.`,
  },
  problems: {
    title: "Belum bisa dicetak",
    variantMissing: "Pilih warna dan ukurannya.",
    of: (field: string, what: string) => `${field}: ${what}`,
    at: (row: number, field: string, what: string) =>
      field ? `Baris ${row}, ${field}: ${what}` : `Baris ${row}: ${what}`,
    tooWide: (value: string) =>
      value
        ? `“${value}” terlalu panjang untuk dicetak. Pendekkan tulisannya.`
        : "Tulisan terlalu panjang.",
    codes: {
      variant_not_found: "Warna dan ukuran ini sudah tidak dijual. Pilih yang lain.",
      no_rows: "Isi minimal satu baris.",
      invalid_input: "Daftar ini tidak terbaca. Muat ulang halaman, lalu isi lagi.",
      template_not_found: "Gaya ini sudah tidak ada. Muat ulang halaman.",
      too_many_requests: "Terlalu banyak daftar dalam satu jam. Coba lagi nanti.",
      design_too_large: "Daftar ini terlalu besar. Bagi menjadi dua daftar.",
      id_reused: "Daftar belum tersimpan. Coba lagi.",
    },
  },
  saved:
    "Daftar tersimpan. Keranjang memerlukan JavaScript: nyalakan di peramban Anda, lalu buka lagi daftar ini.",
  savedLink: "Buka daftar ini",
};
