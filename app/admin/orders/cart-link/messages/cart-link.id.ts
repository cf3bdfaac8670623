export const id = {
  title: "Tautan keranjang",
  lead: "Untuk chat: pembeli membuka tautannya, melihat barang dan harga hari itu, lalu memasukkannya ke keranjang dengan satu tombol.",
  none: "Belum ada yang dipilih. Ketik nama barangnya di atas.",
  full: (most: number) => `Satu tautan memuat maksimal ${most} barang.`,
  soldOut: "Habis. Pembeli tidak bisa memasukkan barang ini ke keranjang.",
  code: "Kode promo (boleh kosong)",
  codeHint: "Kodenya ikut masuk ke keranjang pembeli. Syaratnya diperiksa di keranjang.",
  toCheckout: "Langsung ke checkout",
  link: "Tautan",
  copy: "Salin tautan keranjang",
  copied: "Tersalin",
  open: "Lihat halamannya",
};
