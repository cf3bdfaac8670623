import { formatCount } from "#base/format-count.ts";
import type { EnquiryStatus, EnquiryTopic } from "#shop/customers/enquiries/enquiry.ts";

/** Visitors' messages as staff see them. */
export const id = {
  title: "Pesan masuk",
  all: "Semua",
  statuses: { new: "Baru", answered: "Dijawab", closed: "Ditutup" } satisfies Record<
    EnquiryStatus,
    string
  >,
  topics: {
    product: "Barang",
    custom: "Pesanan khusus",
    order: "Pesanan",
    return: "Pengembalian atau keluhan",
    privacy: "Data pribadi",
    other: "Lainnya",
  } satisfies Record<EnquiryTopic, string>,
  search: "Nomor, nama, email, atau isi",
  searchSubmit: "Cari",
  count: (count: number) => `${formatCount(count, "id")} pesan`,
  number: "Nomor",
  time: "Waktu",
  from: "Dari",
  topic: "Perihal",
  message: "Isi",
  status: "Status",
  empty: "Belum ada pesan",
  emptyText: "Pesan dari formulir di halaman Kontak muncul di sini.",
  emptyFiltered: "Tidak ada pesan yang cocok",
  clear: "Hapus filter",
  back: "Kembali ke daftar",
  heading: (number: number) => `Pesan ${number}`,
  sender: "Pengirim",
  orderNumber: "Nomor pesanan",
  orderUnconfirmed: "Diketik pengirim. Pastikan orangnya sebelum membicarakan isi pesanan.",
  orderUnknown: "Tidak ada pesanan dengan nomor ini.",
  answers: "Jawaban",
  answerLabel: (name: string) => `Jawaban untuk ${name}`,
  answerHint: (email: string) => `Dikirim ke ${email}.`,
  answer: "Kirim jawaban",
  close: "Tutup tanpa jawaban",
  closeAnswered: "Tutup",
  reopen: "Buka lagi",
  done: {
    answer: "Jawaban terkirim.",
    close: "Pesan ditutup.",
    reopen: "Pesan dibuka lagi.",
  },
  problems: {
    required: "Tulis jawabannya dulu.",
    too_long: "Jawaban terlalu panjang. Maksimal 8.000 huruf.",
    enquiry_not_found: "Pesan ini tidak ditemukan.",
    invalid_input: "Yang dikirim keliru. Muat ulang halaman lalu coba lagi.",
  },
};
