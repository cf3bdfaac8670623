import type { NotificationKind } from "#shop/notifications/notification.ts";

/** Notifications of staff: the bell, its panel, the list and the choice of kinds. */
export const id = {
  title: "Pemberitahuan",
  bell: (unread: string) =>
    unread === "0" ? "Pemberitahuan" : `Pemberitahuan, ${unread} belum dibaca`,
  lead: "Yang masuk selama Anda bekerja, hanya tentang hal yang boleh Anda lihat. Yang sudah dibaca disimpan 30 hari.",
  empty: "Belum ada pemberitahuan",
  emptyText: "Pesanan baru, stok habis, dan tugas yang selesai muncul di sini.",
  failed: "Pemberitahuan tidak terjangkau. Coba lagi.",
  unread: "Belum dibaca",
  markAll: "Tandai semua sudah dibaca",
  markOne: (text: string) => `Tandai sudah dibaca: ${text}`,
  all: "Semua pemberitahuan",
  older: "Lebih lama",
  pages: "Halaman daftar",
  settings: "Yang saya terima",
  digest: (hour: string, clock: string) =>
    `Ringkasan harian lewat email, pukul ${hour}.00 ${clock}, tanpa data pelanggan`,
  save: "Simpan pilihan",
  saved: "Pilihan tersimpan.",
  kinds: {
    new_order: "Pesanan baru",
    transfer_proof: "Bukti transfer",
    payment_review: "Pembayaran yang perlu diperiksa",
    return_requested: "Permintaan pengembalian",
    proof_unanswered: "Contoh cetak tanpa jawaban",
    sold_out: "Stok habis",
    low_stock: "Stok menipis",
    mail_parked: "Surat tertahan",
    task_done: "Tugas saya selesai",
    task_failed: "Tugas saya gagal",
    backup_old: "Cadangan sudah lama",
  } satisfies Record<NotificationKind, string>,
  /** One thing; `of` names it. */
  single: {
    new_order: (of: string) => `Pesanan baru ${of}`,
    transfer_proof: (of: string) => `Bukti transfer untuk ${of}`,
    payment_review: (of: string) => `Pembayaran ${of} perlu diperiksa`,
    return_requested: (of: string) => `Pengembalian ${of} diminta`,
    proof_unanswered: (of: string) => `Contoh cetak ${of} 14 hari tanpa jawaban`,
    sold_out: (of: string) => `${of} habis`,
    low_stock: (of: string) => `${of} menipis`,
    mail_parked: () => "1 surat tertahan",
    task_done: (of: string) => `${of} selesai`,
    task_failed: (of: string) => `${of} berhenti karena gagal`,
    backup_old: (days: string) => `Cadangan terakhir dibuat ${days} hari lalu`,
  } satisfies Record<NotificationKind, (of: string) => string>,
  /** Several things at once. */
  several: {
    new_order: (count: string) => `${count} pesanan baru`,
    transfer_proof: (count: string) => `${count} bukti transfer`,
    payment_review: (count: string) => `${count} pembayaran perlu diperiksa`,
    return_requested: (count: string) => `${count} pengembalian diminta`,
    proof_unanswered: (count: string) => `${count} contoh cetak 14 hari tanpa jawaban`,
    sold_out: (count: string) => `${count} varian habis`,
    low_stock: (count: string) => `${count} varian menipis`,
    mail_parked: (count: string) => `${count} surat tertahan`,
    task_done: (count: string) => `${count} tugas selesai`,
    task_failed: (count: string) => `${count} tugas gagal`,
    backup_old: (count: string) => `${count} cadangan sudah lama`,
  } satisfies Record<NotificationKind, (count: string) => string>,
};
