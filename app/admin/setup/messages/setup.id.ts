import type { SetupStepName } from "#shop/settings/merchant/setup.ts";

/** The way from an empty shop to a first sale. */
export const id = {
  title: "Menyiapkan toko",
  lead: "Dari toko kosong sampai penjualan pertama. Nama, kontak, dan alamat wajib diisi, karena syarat dan ketentuan menunjuk ke sana. Langkah lain boleh dilewati dan diulang kapan saja.",
  progress: (done: number, count: number) => `${done} dari ${count} langkah selesai`,
  ready: "Toko siap menjual.",
  readyText: "Semua langkah selesai. Pengaturan lain ada di menu Pengaturan.",
  next: "Langkah berikutnya",
  done: "Selesai",
  skipped: "Dilewati",
  skip: "Lewati",
  resume: "Kerjakan lagi",
  open: "Kerjakan",
  review: "Lihat lagi",
  noTax: "Tidak memungut PPN",
  tax: "PKP, isi NPWP",
  rail: (done: number, count: number) => `Persiapan ${done}/${count}`,
  /** The bar on the pages of the steps. */
  stepDone: "Langkah ini selesai.",
  stepOpen: (step: string) => `Langkah persiapan: ${step}`,
  allSteps: "Semua langkah",
  nextStep: (step: string) => `Lanjut: ${step}`,
  steps: {
    identity: {
      title: "Nama dan kontak",
      text: "Nama toko, email atau WhatsApp: tampil di setiap halaman, nota, dan email.",
    },
    address: {
      title: "Alamat toko",
      text: "Tampil di bawah setiap halaman dan di faktur, dan menjadi tempat ambil barang.",
    },
    tax: {
      title: "Pajak",
      text: "Apakah toko memungut PPN? Hanya pengusaha kena pajak (PKP) yang boleh.",
    },
    product: { title: "Produk pertama", text: "Nama, foto, harga, dan stok; lalu terbitkan." },
    delivery: {
      title: "Ongkos kirim",
      text: "Satu wilayah dan satu tarif sudah cukup untuk mulai.",
    },
    payment: { title: "Cara dibayar", text: "Rekening untuk transfer, atau penyedia pembayaran." },
    purchase: {
      title: "Beli sendiri",
      text: "Pesan satu barang seperti pembeli, lihat nota dan suratnya, lalu batalkan.",
    },
  } satisfies Record<SetupStepName, { title: string; text: string }>,
  failed: "Belum tersimpan. Coba lagi.",
};
