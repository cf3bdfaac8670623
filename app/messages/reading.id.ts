interface Section {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}
export interface ReadingPage {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly Section[];
}

/** The pages that are only read. */
export const id: Record<ReadingName, ReadingPage> = {
  about: {
    title: "Tentang kami",
    lead: "Bengkel cetak di Bandung yang menulis nota untuk setiap pesanan, juga untuk satu mug.",
    sections: [
      {
        heading: "Satu pun kami cetak",
        paragraphs: [
          "Kami mencetak mug, kaos, tas kanvas, buku, poster, stiker, tumbler, dan casing ponsel. Tidak ada jumlah pesanan minimum: satu barang mendapat perhatian yang sama dengan seratus.",
          "Gambar dan tulisannya kami rancang sendiri, atau Anda yang menentukan: nama, ucapan, gambar.",
        ],
      },
      {
        heading: "Mengapa nota",
        paragraphs: [
          "Nota mencatat apa yang dijanjikan: barang, harga, tanggal. Di toko ini warnanya memberi tahu letak pesanan Anda: kuning menunggu pembayaran, merah muda sedang dibuat atau dikirim, hijau selesai.",
        ],
      },
    ],
  },
  faq: {
    title: "Tanya jawab",
    lead: "Yang paling sering ditanyakan. Tidak ada di sini? Tulis lewat WhatsApp.",
    sections: [
      {
        heading: "Apakah ada jumlah pesanan minimum?",
        paragraphs: ["Tidak. Satu barang pun kami cetak."],
      },
      {
        heading: "Berapa ongkirnya dan kapan tiba?",
        paragraphs: [
          "Tulis kecamatan Anda di halaman barang atau di keranjang. Kurir, harga, dan perkiraan tanggal tiba tampil sebelum Anda membayar.",
        ],
      },
      {
        heading: "Apakah harga sudah termasuk pajak?",
        paragraphs: ["Ya. Semua harga sudah termasuk PPN. Yang ditambahkan hanya ongkir."],
      },
      {
        heading: "Apakah saya harus punya akun?",
        paragraphs: [
          "Untuk melihat dan mengisi keranjang tidak. Untuk membayar ya, supaya pesanan dan nomor resi bisa Anda lihat kembali.",
        ],
      },
      {
        heading: "Bisakah pesanan dibatalkan?",
        paragraphs: [
          "Bisa, selama belum dibayar atau belum kami siapkan. Buka pesanan Anda, lalu pilih batalkan.",
        ],
      },
      {
        heading: "Barang saya salah cetak atau rusak. Bagaimana?",
        paragraphs: [
          "Kirim fotonya lewat WhatsApp dengan nomor pesanan. Kami cetak ulang atau kembalikan uang Anda.",
        ],
      },
    ],
  },
  shipping: {
    title: "Pengiriman & pengembalian",
    lead: "Kami mengirim dari Bandung setiap Senin sampai Sabtu ke seluruh Indonesia.",
    sections: [
      {
        heading: "Pengiriman",
        paragraphs: [
          "Ongkir dihitung menurut wilayah tujuan serta berat dan ukuran paket, dan tampil lengkap sebelum Anda membayar.",
          "Pesanan yang dibayar sebelum pukul 14.00 WIB diproses pada hari kerja yang sama. Nomor resi kami kirim ke email dan tertulis di pesanan Anda.",
        ],
      },
      {
        heading: "Bila ada yang salah",
        paragraphs: [
          "Salah cetak, rusak di jalan, atau barang keliru: beri tahu kami paling lambat 2 hari kerja setelah paket diterima, dengan foto dan nomor pesanan. Kami kirim gantinya atau kembalikan uang Anda, termasuk ongkir.",
        ],
      },
      {
        heading: "Barang bernama",
        paragraphs: [
          "Barang yang dicetak dengan nama atau gambar Anda dibuat khusus, sehingga tidak dapat dikembalikan karena berubah pikiran. Bila cetakannya cacat, tetap kami ganti.",
        ],
      },
      {
        heading: "Pengembalian uang",
        paragraphs: [
          "Uang dikembalikan lewat cara bayar yang Anda pakai, atau lewat transfer bank bila cara itu tidak mendukung pengembalian.",
        ],
      },
    ],
  },
  terms: {
    title: "Syarat & ketentuan",
    lead: "Perjanjian antara Anda dan kami saat berbelanja di sini.",
    sections: [
      {
        heading: "Pihak",
        paragraphs: [
          "Penjual adalah CV Nota dan Kawan, Bandung. Pembeli adalah orang yang membuat pesanan.",
        ],
      },
      {
        heading: "Harga dan pembayaran",
        paragraphs: [
          "Harga tertulis dalam rupiah dan sudah termasuk PPN. Total yang harus dibayar, termasuk ongkir, tampil sebelum Anda memesan.",
          "Barang kami sisihkan sampai batas waktu bayar yang tertulis di pesanan. Lewat dari itu pesanan batal dengan sendirinya.",
        ],
      },
      {
        heading: "Pengiriman, pembatalan, pengembalian",
        paragraphs: [
          "Perjanjian pengiriman dan pengembalian tertulis di halaman Pengiriman & pengembalian dan menjadi bagian dari syarat ini. Anda dapat membatalkan pesanan selama belum kami siapkan.",
        ],
      },
      {
        heading: "Gambar yang Anda kirim",
        paragraphs: [
          "Anda memastikan berhak memakai gambar dan tulisan yang Anda kirim. Kami dapat menolak mencetak yang melanggar hukum atau hak orang lain; uang Anda kami kembalikan.",
        ],
      },
      {
        heading: "Keluhan",
        paragraphs: [
          "Sampaikan keluhan lewat WhatsApp atau email di bawah halaman ini. Kami menjawab pada hari kerja.",
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
          "Email, kata sandi dalam bentuk teracak, nama dan nomor HP penerima, alamat, serta pesanan Anda. Nomor kartu tidak pernah kami simpan.",
          "Keranjang, pencarian terakhir, dan barang yang baru dilihat hanya tersimpan di perangkat Anda.",
        ],
      },
      {
        heading: "Untuk apa",
        paragraphs: [
          "Untuk memproses, mengirim, dan menagih pesanan Anda. Email promosi hanya dikirim bila Anda memintanya, dan dapat dihentikan kapan saja.",
        ],
      },
      {
        heading: "Siapa yang menerima",
        paragraphs: [
          "Kurir menerima nama, nomor HP, dan alamat penerima. Penyedia pembayaran menerima jumlah yang dibayar. Data Anda tidak kami jual.",
        ],
      },
      {
        heading: "Hak Anda",
        paragraphs: [
          "Sesuai UU 27/2022 Anda berhak melihat, memperbaiki, meminta salinan, dan meminta penghapusan data Anda. Tulis kepada kami lewat email di bawah halaman ini.",
        ],
      },
    ],
  },
};

export type ReadingName = "about" | "faq" | "shipping" | "terms" | "privacy";
