export const id = {
  choose: "Pilih gambar",
  another: "Pilih gambar lain",
  title: "Pilih gambar",
  ofProduct: "Gambar dari produk",
  upload: "Unggah gambar baru",
  uploaded: "Diunggah untuk email",
  showUploaded: "Lihat yang diunggah",
  loading: "Memuat gambar…",
  none: "Belum ada gambar yang diunggah untuk email. Cari produk di atas untuk memakai gambarnya.",
  noneOfProduct: "Produk ini belum punya gambar. Pilih produk lain.",
  chooseThis: (name: string) => `Pilih: ${name}`,
};
