export const id = {
  sku: "SKU",
  choose: (option: string) => `Pilih ${option.toLowerCase()}`,
  soldOutValue: "habis",
  missingValue: "tidak dibuat dengan pilihan yang lain",
  replaced: (values: string) => `Kombinasi itu tidak dibuat. Pilihan sekarang: ${values}.`,
  quantity: "Jumlah",
  limits: (min: number, max: number | null) =>
    min === 1
      ? `Maksimal ${max} buah per pesanan.`
      : max === null
        ? `Minimal ${min} buah per pesanan.`
        : `Minimal ${min} dan maksimal ${max} buah per pesanan.`,
  print: "Cetakan",
  plain: "Tanpa cetakan",
  printed: "Dengan cetakan",
  add: "Masukkan keranjang",
  addShort: "+ Keranjang",
  buyNow: "Beli langsung",
  buyShort: "Beli",
  notifyMe: "Kabari saat stok tersedia",
  soldOutText: "Pilihan ini sedang habis. Pilihan lain masih ada.",
  allGoneText: "Semua pilihan sedang habis. Lihat yang serupa di bawah.",
  needsScript:
    "Keranjang memerlukan JavaScript. Bila tidak bisa menyalakannya, tanya lewat halaman Kontak.",
  returns: "Cacat, rusak, atau salah kirim? Laporkan di halaman pesanan.",
  returnsPersonal:
    "Dibuat khusus untuk Anda, jadi tidak dapat dikembalikan karena berubah pikiran. Bila salah cetak, rusak, atau berbeda dari desain yang Anda pesan atau setujui, kami cetak ulang atau kembalikan dana Anda.",
  returnsLink: "Aturan pengembalian",
  ask: "Tanya lewat WhatsApp",
  askText: (name: string, sku: string) => `Halo, saya ingin bertanya tentang ${name} (${sku}).`,
  description: "Tentang produk ini",
  related: "Cocok dibeli bersama",
  preview: {
    text: "Pratinjau isian yang tersimpan. Hanya tim toko yang melihat halaman ini, dan belum ada yang bisa dibeli di sini.",
    back: "Kembali mengubah produk",
  },
  gallery: {
    label: "Gambar produk",
    picture: (index: number, count: number) => `Gambar ${index} dari ${count}`,
    zoom: "Perbesar gambar",
    larger: "Perbesar",
    smaller: "Perkecil",
    previous: "Gambar sebelumnya",
    next: "Gambar berikutnya",
    none: "Foto menyusul",
  },
  added: {
    title: "Masuk keranjang",
    subtotal: "Subtotal",
    checkout: "Checkout",
    toCart: (pieces: number) => `Lihat keranjang (${pieces} barang)`,
    keepShopping: "Lanjut belanja",
    full: "Keranjang penuh: maksimal 50 jenis barang.",
  },
};
