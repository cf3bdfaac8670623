export const id = {
  title: "Pintasan papan ketik",
  rows: [
    ["Panah", "Geser 1 mm; dengan Shift 10 mm, dengan Alt 0,1 mm"],
    ["+ dan −", "Perbesar dan perkecil"],
    ["[ dan ]", "Putar 1°; dengan Shift 15°"],
    ["Page Up, Page Down", "Naikkan dan turunkan lapisan"],
    ["Enter", "Ubah tulisan"],
    ["Delete", "Hapus"],
    ["Ctrl+C, Ctrl+X, Ctrl+V", "Salin, potong, tempel, juga ke sisi atau tab lain"],
    ["Ctrl+D", "Gandakan"],
    ["Shift+klik, Ctrl+A", "Pilih beberapa lapisan; di daftar lapisan juga Shift+Panah"],
    ["Ctrl+G, Ctrl+Shift+G", "Kelompokkan, pisahkan"],
    ["Ctrl+Z, Ctrl+Y", "Urungkan dan ulangi"],
    ["Esc", "Batalkan, lepaskan pilihan"],
    ["?", "Daftar tombol ini"],
  ] as readonly (readonly [string, string])[],
};
