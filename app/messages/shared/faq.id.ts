export interface FaqEntry {
  /** In the address of the answer, so it never changes. */
  readonly slug: string;
  readonly question: string;
  /** Empty where the settings determine the answer: the page fills it in by slug. */
  readonly answer: readonly string[];
  /** The answer has the marks of shop/kernel/rich-text.ts. */
  readonly isRich?: true;
  /** Where to go on. */
  readonly link?: { readonly path: string; readonly text: string };
}
export interface FaqGroup {
  readonly title: string;
  readonly entries: readonly FaqEntry[];
}

const groups: readonly FaqGroup[] = [
  {
    title: "Memesan",
    entries: [
      {
        slug: "minimum",
        question: "Apakah ada jumlah pesanan minimum?",
        answer: ["Tidak ada. Cetak satu pun bisa."],
      },
      {
        slug: "gambar-sendiri",
        question: "Boleh memakai gambar sendiri?",
        answer: [
          "Boleh, selama Anda berhak memakainya dan orang di dalamnya setuju. Buka produk yang bisa memakai desain Anda, unggah gambarnya, lihat hasilnya, lalu pesan.",
          "Gambar tetap milik Anda. Kami memakainya hanya untuk membuat pesanan Anda, dan menghapusnya setahun setelah dicetak bila Anda tidak meminta disimpan lebih lama.",
        ],
      },
      {
        slug: "akun",
        question: "Apakah saya harus punya akun?",
        answer: [],
      },
      {
        slug: "lupa-sandi",
        question: "Saya lupa kata sandi. Bagaimana masuknya?",
        answer: ["Minta kode atau tautan lewat email di halaman Masuk, lalu buat kata sandi baru."],
        link: { path: "/ForgotPassword", text: "Buat kata sandi baru" },
      },
      {
        slug: "batal",
        question: "Bisakah pesanan dibatalkan?",
        answer: [
          "Bisa, selama belum dibayar atau belum kami siapkan. Buka pesanan Anda, lalu pilih batalkan. Dana yang sudah masuk kami kembalikan seluruhnya.",
        ],
        link: { path: "/dashboard/orders", text: "Pesanan saya" },
      },
      {
        slug: "ubah-alamat",
        question: "Saya salah menulis alamat. Bisa diganti?",
        answer: [
          "Selama pesanan belum kami siapkan, batalkan lalu pesan lagi dengan alamat yang benar. Sesudah itu, tulis kepada kami dengan nomor pesanannya.",
        ],
        link: { path: "/Contact", text: "Tulis kepada kami" },
      },
    ],
  },
  {
    title: "Membayar",
    entries: [
      {
        slug: "pajak",
        question: "Apakah harga sudah termasuk pajak?",
        answer: [],
      },
      {
        slug: "batas-bayar",
        question: "Sampai kapan saya bisa membayar?",
        answer: [
          "Batas waktunya tertulis di pesanan. Selama itu barang Anda kami sisihkan. Lewat dari itu pesanan batal dengan sendirinya, dan Anda dapat memesan lagi.",
        ],
      },
      {
        slug: "promo",
        question: "Bagaimana memakai kode promo?",
        answer: [
          "Tulis kodenya di keranjang. Potongannya langsung tampil; bila kode tidak berlaku, alasannya juga tampil.",
        ],
        link: { path: "/Cart", text: "Keranjang" },
      },
      {
        slug: "pengingat",
        question: "Bagaimana menghentikan email pengingat?",
        answer: [
          "Tekan tautan di bagian bawah email pengingat, atau atur di halaman Atur email. Email tentang pesanan yang sudah dibuat tetap kami kirim.",
        ],
        link: { path: "/Unsubscribe", text: "Atur email" },
      },
    ],
  },
  {
    title: "Pengiriman",
    entries: [
      {
        slug: "ongkir",
        question: "Berapa ongkirnya dan kapan tiba?",
        answer: [
          "Tulis kecamatan Anda di halaman produk atau di keranjang. Kurir, harga, dan perkiraan tanggal tiba tampil sebelum Anda membayar.",
        ],
        link: { path: "/ShippingAndReturns", text: "Daftar ongkir" },
      },
      {
        slug: "lacak",
        question: "Di mana pesanan saya?",
        answer: [
          "Buka pesanan Anda: tahapnya, nomor resi, dan kurirnya tertulis di sana. Nomor resi juga kami kirim lewat email.",
        ],
        link: { path: "/dashboard/orders", text: "Pesanan saya" },
      },
      {
        slug: "luar-negeri",
        question: "Apakah dikirim ke luar negeri?",
        answer: ["Belum. Kami hanya mengirim di dalam Indonesia."],
      },
    ],
  },
  {
    title: "Pengembalian",
    entries: [
      {
        slug: "salah-cetak",
        question: "Barang saya cacat, rusak, atau keliru. Bagaimana?",
        answer: [],
        link: { path: "/dashboard/orders", text: "Pesanan saya" },
      },
      {
        slug: "berubah-pikiran",
        question: "Bisakah barang dikembalikan karena berubah pikiran?",
        answer: [],
      },
    ],
  },
];

export const id = {
  tax: {
    charged:
      "Ya. Semua harga sudah termasuk PPN. Ongkir dan biaya lain, bila ada, tampil sebelum Anda membayar.",
    none: "Toko ini tidak memungut PPN. Ongkir dan biaya lain, bila ada, tampil sebelum Anda membayar.",
  },
  title: "Tanya jawab",
  lead: "Yang paling sering ditanyakan. Setiap jawaban punya alamat sendiri untuk dibagikan.",
  search: "Cari di tanya jawab",
  submit: "Cari",
  found: (count: number) => `${count} jawaban`,
  foundFor: (count: number, query: string) => `${count} jawaban untuk “${query}”`,
  none: (query: string) => `Tidak ada jawaban untuk “${query}”`,
  noneText: "Coba kata lain yang lebih pendek, atau tanyakan langsung kepada kami.",
  clear: "Lihat semua",
  ask: "Tanyakan",
  linkTo: (question: string) => `Alamat jawaban: ${question}`,
  groups,
};
