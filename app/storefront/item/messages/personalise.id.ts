export const id = {
  title: "Beri nama Anda",
  ownTitle: "Buat milik Anda",
  style: "Gaya",
  letters: (typed: number, max: number) => `${typed} dari ${max} huruf`,
  digits: (typed: number, max: number) => `${typed} dari ${max} angka`,
  beyond: (above: number, price: string) =>
    `Termasuk ${above} huruf. Huruf tambahan ${price} per huruf.`,
  preview: (text: string) => `Cetakan: ${text}`,
  empty: "Ketik untuk melihat cetakannya di sini.",
  illustration: "Ilustrasi. Warna cetak bisa sedikit lebih lembut.",
  more: "Ubah lebih banyak",
  roster: "Beberapa orang? Isi daftar nama",
  photo: (name: string) => `Foto: ${name}`,
  choosePhoto: "Pilih foto Anda",
  replacePhoto: "Ganti foto",
  removePhoto: "Lepaskan",
  optionalPhoto: "(boleh kosong)",
  sketch: "Bingkai abu-abu menunggu foto Anda.",
  blurred: {
    near: "Foto ini agak buram dari dekat.",
    far: "Foto ini akan tampak buram. Pilih foto yang lebih besar.",
  },
  /** Next to the buy buttons. */
  missing: {
    text: (label: string) => `Tulis ${label.toLocaleLowerCase("id")} dulu`,
    photo: "Pilih foto dulu",
  },
  problems: {
    photoMissing: "Pilih foto Anda dulu.",
    photoGone: "Foto ini sudah tidak ada. Unggah lagi.",
    photoBlurred: "Foto ini terlalu kecil untuk dicetak. Pilih foto yang lebih besar.",
    missing: "Isi dulu apa yang dicetak.",
    tooLong: (max: number) => `Maksimal ${max} karakter.`,
    letter: (letter: string) => `“${letter}” tidak ada di gaya ini. Hapus atau pilih gaya lain.`,
    refused: (letter: string) => `“${letter}” tidak bisa dipakai di sini. Hapus atau ganti.`,
    tooWide: (fits: number) =>
      fits > 0
        ? `Terlalu panjang untuk dicetak: ${fits} huruf muat. Pendekkan tulisannya.`
        : "Terlalu panjang untuk dicetak. Pendekkan tulisannya.",
    numbers: "Isi dengan angka saja.",
    dates: "Tulis tanggal dengan huruf dan angka, misalnya 17 Agustus 2026.",
    unseen: "Tulisan ini tidak terlihat di warna barang ini. Pilih gaya atau warna lain.",
    other: "Tulisan ini tidak bisa dicetak. Tulis dengan huruf biasa.",
  },
  failures: {
    offline: "Desain belum tersimpan. Periksa sambungan, lalu coba lagi.",
    too_many_requests: "Terlalu banyak desain dalam satu jam. Coba lagi nanti.",
    blur_unticked:
      "Ada gambar yang akan tampak buram. Perkecil, ganti, atau centang untuk tetap mencetaknya.",
    photo_sending: "Foto masih dikirim atau diperiksa. Tunggu sampai tampil, lalu tekan lagi.",
    rights_missing: "Centang dulu bahwa Anda boleh memakai gambarnya.",
    not_found: "Gaya ini sudah tidak ada. Muat ulang halaman.",
  },
};
