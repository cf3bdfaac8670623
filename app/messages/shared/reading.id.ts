interface Section {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}
export interface ReadingPage {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly Section[];
}

/** The pages that are only read. The merchant's own text can replace the lead and the sections of `about`. */
export const id: Record<ReadingName, ReadingPage> = {
  about: {
    title: "Tentang kami",
    lead: "Lihat barangnya, hitung ongkirnya, dan pesan langsung di sini.",
    sections: [
      {
        heading: "Belanja di sini",
        paragraphs: [
          "Harga, ongkir, dan perkiraan tanggal tiba tampil sebelum Anda membayar. Ada pertanyaan? Hubungi kami lewat halaman Kontak.",
        ],
      },
      {
        heading: "Warna nota",
        paragraphs: [
          "Setiap pesanan mendapat nota bernomor. Warnanya menunjukkan letak pesanan Anda: kuning menunggu pembayaran, merah muda sedang dibuat atau dikirim, hijau selesai.",
        ],
      },
    ],
  },
  privacy: {
    title: "Kebijakan privasi",
    lead: "Data apa yang kami simpan, untuk apa, dan hak Anda atasnya.",
    sections: [
      {
        heading: "Yang kami simpan",
        paragraphs: [
          "Email, kata sandi dalam bentuk teracak, nama dan nomor HP penerima, alamat, pesanan, serta desain yang Anda simpan atau pesan. Nomor kartu tidak pernah kami simpan.",
          "Pesan dari formulir Kontak beserta jawabannya, email apa yang ingin Anda terima, dan barang habis yang Anda minta kabarnya.",
          "Keranjang, pencarian terakhir, dan barang yang baru dilihat hanya tersimpan di perangkat Anda. Ada dua cookie: tanda bahwa Anda sudah masuk, dan kunci desain yang Anda buat tanpa akun. Desain itu kami hapus 30 hari setelah terakhir disimpan, dan foto di desain yang dipesan setahun setelah barangnya jadi, kecuali Anda minta disimpan lebih lama. Kami tidak melacak Anda ke situs lain.",
        ],
      },
      {
        heading: "Untuk apa",
        paragraphs: [
          "Untuk memproses, mengirim, dan menagih pesanan Anda, serta menjawab pesan Anda. Email promosi hanya dikirim bila Anda memintanya; pengingat dan promosi dapat dihentikan kapan saja di halaman Atur email.",
        ],
      },
      {
        heading: "Siapa yang menerima",
        paragraphs: [
          "Kurir menerima nama, nomor HP, dan alamat penerima. Penyedia pembayaran menerima jumlah yang dibayar. Data Anda tidak kami jual.",
        ],
      },
      {
        heading: "Berapa lama",
        paragraphs: [
          "Data akun kami simpan selama akun Anda ada. Nota pesanan kami simpan selama diwajibkan hukum, juga setelah akun dihapus, tanpa tersambung lagi ke akun itu.",
          "Persetujuan Anda atas email promosi kami simpan sebagai bukti, dengan kalimat yang Anda setujui; alamat jaringan dan peramban Anda di dalamnya hilang setelah 90 hari. Setelah data Anda dihapus, tersisa sidik yang tidak dapat dibaca sebagai alamat, supaya Anda tidak disurati lagi.",
        ],
      },
      {
        heading: "Hak Anda",
        paragraphs: [
          "Sesuai UU 27/2022 Anda berhak melihat, memperbaiki, meminta salinan, dan meminta penghapusan data Anda. Di halaman Keamanan pada akun Anda, semua data dapat diunduh sebagai satu berkas dan akun dapat dihapus saat itu juga.",
          "Untuk hal lain, atau tanpa akun, tulis kepada kami lewat halaman Kontak dengan perihal Data pribadi saya; kami menjawab paling lambat dalam 3 × 24 jam.",
        ],
      },
    ],
  },
};

export type ReadingName = "about" | "privacy";
