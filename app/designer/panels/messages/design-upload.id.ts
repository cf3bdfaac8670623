export const id = {
  choose: "Pilih gambar",
  hint: "JPEG, PNG, WebP, atau AVIF sampai 25 MB. Pakai hanya gambar yang boleh Anda pakai.",
  sending: (name: string) => `Mengirim ${name}`,
  checking: "Memeriksa gambar…",
  cancel: "Batalkan",
  retry: "Kirim lagi",
  converted: "Warna gambar disesuaikan untuk dicetak dan bisa tampak sedikit lain.",
  problems: {
    picture_too_many_bytes: "Berkas lebih dari 25 MB. Kecilkan, lalu pilih lagi.",
    picture_too_many_pixels: "Gambar terlalu besar. Kecilkan sampai 80 megapiksel.",
    picture_side_too_long: "Sisi gambar lebih dari 12.000 piksel. Kecilkan, lalu pilih lagi.",
    picture_too_small: "Gambar terlalu kecil untuk dicetak. Pilih yang lebih besar.",
    picture_too_heavy: "Gambar ini terlalu berat untuk dibaca. Simpan ulang sebagai JPEG.",
    picture_animated: "Gambar bergerak tidak bisa dicetak. Simpan satu gambarnya sebagai PNG.",
    too_many_requests: "Terlalu banyak gambar dalam satu jam. Coba lagi nanti.",
    captcha_failed: "Kami belum bisa memastikan Anda bukan robot. Coba lagi.",
    too_many_pictures: "Tempat gambar akun Anda penuh. Hapus desain yang tidak dipakai.",
    busy: "Sedang ramai. Coba lagi sebentar lagi.",
    offline: "Gambar belum terkirim. Periksa sambungan, lalu coba lagi.",
    picture_wrong_type: "Berkas ini bukan JPEG, PNG, WebP, atau AVIF. Kirim salah satunya.",
    picture_is_drawing:
      "PDF, AI, CDR, PSD, dan SVG belum bisa dibaca. Di program asalnya, ekspor sebagai PNG 300 dpi (latar transparan), lalu pilih PNG itu.",
    picture_is_heic:
      "Foto HEIC belum bisa dibaca. Di iPhone, bagikan lewat Berkas sebagai JPEG, atau ambil ulang dengan Pengaturan, Kamera, Format, Paling Kompatibel.",
    other: "Berkas ini tidak bisa dibaca sebagai gambar. Kirim JPEG atau PNG.",
  },
};
