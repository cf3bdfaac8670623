export const id = {
  title: "Tautan keranjang",
  lead: "Untuk obrolan: pembeli membuka tautannya, melihat barang dan harga hari itu, lalu memasukkannya ke keranjang dengan satu tombol.",
  none: "Belum ada yang dipilih. Ketik nama barangnya di atas.",
  full: (most: number) => `Satu tautan memuat maksimal ${most} barang.`,
  soldOut: "Habis. Pembeli melihat barang ini sebagai habis.",
  code: "Kode promo (boleh kosong)",
  codeHint: "Kodenya ikut masuk ke keranjang pembeli. Syaratnya diperiksa di keranjang.",
  toCheckout: "Langsung ke checkout",
  link: "Tautan",
  copy: "Salin tautan keranjang",
  copied: "Tersalin",
  open: "Lihat halamannya",
};
