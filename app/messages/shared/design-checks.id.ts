export const id = {
  checks: {
    none: "Siap dicetak. Tidak ada catatan.",
    pending: "Diperiksa setelah hurufnya termuat.",
    show: "Tunjukkan",
    repair: "Bereskan",
    blocks: "Harus dibereskan",
    warns: "Perlu dicek",
  },
  findings: {
    control_character: "Ada tanda yang tidak bisa dicetak. Ketik ulang tulisannya.",
    direction_override: "Ada tanda arah tersembunyi. Ketik ulang tulisannya.",
    lone_surrogate: "Ada tanda yang rusak. Ketik ulang tulisannya.",
    too_many_marks: "Terlalu banyak tanda di satu huruf. Hapus beberapa.",
    too_many_lines: "Terlalu banyak baris. Pendekkan tulisannya.",
    too_many_letters: "Terlalu banyak huruf di desain ini. Pendekkan tulisannya.",
    text_empty: "Teks ini kosong.",
    letter_missing: (letter: string) =>
      `Huruf “${letter}” tidak ada di jenis huruf ini. Pilih huruf lain.`,
    emoji_missing: (letter: string) =>
      `“${letter}” tidak ada di jenis huruf ini. Pilih Noto Emoji (satu warna).`,
    incomplete_spelling: (letter: string) => `Ejaan “${letter}” tidak lengkap.`,
    text_does_not_fit: (mm: string) =>
      `Tulisan tidak muat; perlu ${mm} mm. Pendekkan atau lebarkan kotaknya.`,
    font_unknown: "Jenis huruf ini tidak ada lagi. Pilih huruf lain.",
    clip_unknown: "Gambar hias ini tidak ada lagi. Hapus.",
    side_unknown: "Barang ini tidak punya sisi yang dihias. Pilih pilihan lain.",
    area_unknown: "Barang ini tidak punya bidang yang dihias. Pilih pilihan lain.",
    arc_straightened: "Lengkungnya terlalu sempit, jadi tulisan dicetak lurus.",
    design_empty: "Belum ada yang dicetak. Tambahkan teks, gambar, atau bentuk.",
    only_hidden_layers: "Semua lapisan di sisi ini disembunyikan.",
    layer_hidden: "Disembunyikan, jadi tidak dicetak.",
    outside_trim: (mm: string) => `Keluar ${mm} mm dari tepi.`,
    outside_safe: (mm: string) => `${mm} mm terlalu dekat ke tepi.`,
    picture_cut: (mm: string) => `${mm} mm di luar bidang cetak terpotong.`,
    outside_print: "Berada di luar bidang cetak.",
    over_hole: "Mengenai bagian yang tidak dicetak.",
    on_seam: (mm: string) =>
      `Melintasi sambungan; ${mm} mm disambung di tepi seberang dan bisa bergeser sedikit.`,
    seam_covers: (other: string) =>
      other
        ? `Sambungannya di tepi seberang bertumpuk dengan “${other}”. Geser salah satunya.`
        : "Sambungannya di tepi seberang bertumpuk dengan lapisan lain. Geser salah satunya.",
    seam_overlap: (mm: string) => `${mm} mm lebih lebar dari kelilingnya, jadi ujungnya bertumpuk.`,
    text_covered: (other: string) =>
      other
        ? `Tertutup gambar “${other}”. Naikkan tulisannya atau geser gambarnya.`
        : "Tertutup gambar. Naikkan tulisannya atau geser gambarnya.",
    dpi_below_floor: (dpi: number) =>
      `Terlalu buram untuk dicetak (${dpi} dpi). Perkecil gambarnya.`,
    dpi_below_min: (dpi: number) => `Akan tampak buram (${dpi} dpi).`,
    dpi_below_target: (dpi: number) => `Agak buram dari dekat (${dpi} dpi).`,
    picture_waits: "Gambar masih dikirim atau diperiksa. Tunggu sampai tampil, atau batalkan.",
    picture_gone: "Gambar ini sudah tidak ada. Hapus, lalu unggah lagi.",
    stroke_too_thin: (mm: string) => `Garis ${mm} mm terlalu tipis untuk dicetak.`,
    text_too_small: (mm: string) => `Huruf ${mm} mm terlalu kecil untuk dicetak.`,
    low_contrast: "Warnanya hampir sama dengan warna di belakangnya.",
    colour_not_in_palette: "Warna ini tidak ada di tinta kami.",
    colour_shifts: "Warna ini tercetak lebih redup daripada di layar.",
    too_many_inks: "Terlalu banyak warna untuk cara cetak ini.",
    too_many_layers: "Terlalu banyak lapisan di sisi ini. Hapus beberapa.",
    tool_not_allowed: "Ini tidak bisa dicetak pada barang ini.",
    font_not_allowed: "Huruf ini tidak dipakai pada barang ini. Pilih huruf lain.",
    cut_islands:
      "Garis potong stiker harus satu bentuk utuh. Rapatkan atau satukan bagian-bagiannya.",
    cut_too_thin:
      "Ada bagian yang terlalu tipis untuk dipotong. Tebalkan, atau beri alas di belakangnya.",
    font_retired: "Huruf ini tidak ditawarkan lagi, tetapi tetap dicetak.",
    slot_empty: "Bingkai ini belum berisi foto. Pilih foto Anda.",
    field_missing: "Isi dulu tulisannya.",
    field_too_long: "Tulisan terlalu panjang.",
    field_invalid: "Ada tanda yang tidak bisa dicetak di sini.",
    template_words: "Masih tulisan contoh dari templat.",
    word_doubled: "Ada kata yang tertulis dua kali.",
  },
  repairs: {
    move: (x: string, y: string) => `Geser ${x} dan ${y} mm`,
    scale: (percent: string) => `Perkecil ke ${percent}%`,
    resize: (w: string) => `Perkecil ke ${w} mm`,
    stroke: (mm: string) => `Tebalkan ke ${mm} mm`,
    size: (mm: string) => `Besarkan ke ${mm} mm`,
    font: (family: string) => `Ganti ke ${family}`,
    colour: "Pakai tinta terdekat",
    printed: "Pakai warna cetaknya",
    remove: "Hapus lapisan",
    show: "Tampilkan",
  },
};
