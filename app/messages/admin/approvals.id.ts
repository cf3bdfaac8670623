import type { ApprovalProblem } from "#shop/approvals/decide-approval.server.ts";
import type { ApprovalDecision, ApprovalView } from "#shop/approvals/list-approvals.server.ts";
import type {
  ApprovalKindName,
  ApprovedLimit,
  LimitKind,
  LimitProblem,
  ShownChange,
} from "#shop/limits/approval.ts";

/** Acts above a limit that wait for a colleague, and the limits. */
export const id = {
  title: "Persetujuan",
  lead: "Tindakan di atas batas seseorang menunggu keputusan rekan, paling lama 48 jam.",
  back: "Semua persetujuan",
  views: {
    waiting: "Menunggu",
    mine: "Permintaan saya",
    decided: "Sudah diputuskan",
  } satisfies Record<ApprovalView, string>,
  kind: "Jenis",
  allKinds: "Semua jenis",
  show: "Tampilkan",
  kinds: {
    stock: "Stok dihapus",
    grid: "Harga dan stok di tabel",
    product: "Perubahan produk",
    sale: "Obral",
    "bulk-price": "Harga banyak produk",
    import: "Impor",
    stocktake: "Opname",
  } satisfies Record<ApprovalKindName, string>,
  empty: {
    waiting: "Tidak ada yang menunggu",
    mine: "Anda belum meminta persetujuan",
    decided: "Belum ada keputusan",
  } satisfies Record<ApprovalView, string>,
  emptyText: {
    waiting: "Penghapusan stok dan potongan harga di atas batas seseorang muncul di sini.",
    mine: "Bila tindakan Anda di atas batas, permintaannya tercatat di sini.",
    decided: "Permintaan yang disetujui, ditolak, atau kedaluwarsa muncul di sini.",
  } satisfies Record<ApprovalView, string>,
  emptyFiltered: "Tidak ada permintaan jenis ini",
  clear: "Tampilkan semua jenis",
  newer: "Lebih baru",
  older: "Berikutnya",
  pages: "Halaman daftar",
  refunds: (count: number) => `${count} pengembalian uang juga menunggu persetujuan.`,
  seeRefunds: "Lihat pengembalian uang",
  by: (name: string, time: string) => `Diminta ${name || "petugas"}, ${time}`,
  byMe: (time: string) => `Anda minta, ${time}`,
  until: (time: string) => `Berlaku sampai ${time}`,
  amounts: {
    write_off: (amount: string) => `Stok senilai ${amount} dihapus dalam 24 jam`,
    price_cut: (amount: string) => `Harga turun sampai ${amount}`,
  } satisfies Record<ApprovedLimit, (amount: string) => string>,
  decisions: {
    approved: "Disetujui",
    declined: "Ditolak",
    outdated: "Tidak berlaku lagi",
    expired: "Kedaluwarsa",
    withdrawn: "Ditarik",
  } satisfies Record<ApprovalDecision, string>,
  waits: "Menunggu",
  /** A notification for the requester; `of` names the act. */
  outcomes: {
    approved: (of: string) => `${of} disetujui dan sudah dijalankan`,
    declined: (of: string) => `${of} ditolak`,
    outdated: (of: string) => `${of} ditutup karena datanya berubah`,
    expired: (of: string) => `${of} kedaluwarsa`,
    withdrawn: (of: string) => `${of} ditarik`,
  } satisfies Record<ApprovalDecision, (of: string) => string>,
  decided: (decision: string, name: string, time: string) =>
    name ? `${decision} oleh ${name}, ${time}` : `${decision}, ${time}`,
  reason: "Alasan",
  reasonOf: (reason: string) => `Alasan: ${reason}`,
  changedBecause: {
    changed_since: "Datanya berubah sejak diminta, jadi tidak ada yang dijalankan.",
    not_found: "Datanya sudah tidak ada, jadi tidak ada yang dijalankan.",
    stock_below_zero: "Stok di tangan tidak cukup lagi, jadi tidak ada yang dijalankan.",
    requester_not_permitted: "Peminta tidak lagi berhak, jadi tidak ada yang dijalankan.",
    other: "Tidak dapat dijalankan lagi, jadi tidak ada yang berubah.",
  },
  changes: "Sebelum dan sesudah",
  heads: { of: "Barang", field: "Yang berubah", before: "Sebelum", after: "Sesudah" },
  fields: {
    on_hand: "Stok di tangan",
    price: "Harga",
    was_price: "Harga coret",
    sale_price: "Harga obral",
  } satisfies Record<ShownChange["field"], string>,
  none: "tidak ada",
  more: (count: number) => `dan ${count} perubahan lain yang lebih kecil.`,
  asAsked:
    "Angka seperti saat diminta. Setelah disetujui, program menjalankannya persis begini, sekali.",
  otherFields: (names: string) => `Ikut disimpan: ${names}`,
  things: (count: string) => `${count} produk`,
  rows: (count: string) => `${count} baris`,
  step: (by: string) => `Perubahan harga: ${by}`,
  period: (from: string, until: string) => `${from} sampai ${until}`,
  open: "Buka datanya",
  approve: "Setujui dan jalankan",
  decline: "Tolak",
  withdraw: "Tarik permintaan",
  keep: "Batal",
  approveAsk: "Setujui tindakan ini? Program langsung menjalankannya.",
  declineAsk: "Tolak tindakan ini? Tidak ada yang berubah.",
  withdrawAsk: "Tarik permintaan ini? Tidak ada yang berubah.",
  own: "Permintaan Anda sendiri diputuskan oleh rekan.",
  done: {
    approved: "Disetujui dan sudah dijalankan.",
    declined: "Ditolak. Tidak ada yang berubah.",
    withdrawn: "Ditarik. Tidak ada yang berubah.",
  },
  waiting: (count: number) =>
    count === 1
      ? "Satu tindakan di sini menunggu persetujuan rekan. Sampai disetujui, belum ada yang berubah."
      : `${count} tindakan di sini menunggu persetujuan rekan. Sampai disetujui, belum ada yang berubah.`,
  see: "Lihat permintaan",
  /** Where somebody acted above their limit. */
  limitProblems: {
    waits_for_approval:
      "Ini di atas batas Anda. Permintaan tersimpan dan menunggu persetujuan rekan; belum ada yang berubah.",
    nobody_may_approve:
      "Ini di atas batas Anda, dan tidak ada rekan yang berhak menyetujuinya. Minta pemilik toko mengubah batas.",
  } satisfies Record<LimitProblem, string>,
  problems: {
    not_permitted: "Peran Anda tidak boleh memutuskan ini.",
    not_found: "Permintaan ini tidak ditemukan.",
    reauthentication_needed: "Buktikan dulu bahwa ini Anda, lalu coba lagi.",
    approval_of_own: "Permintaan Anda sendiri harus diputuskan rekan.",
    approval_decided: "Orang lain sudah memutuskan permintaan ini.",
    approval_expired: "Permintaan ini sudah lewat 48 jam. Minta lagi bila masih perlu.",
    approval_outdated:
      "Datanya berubah sejak diminta. Tidak ada yang dijalankan; minta lagi bila masih perlu.",
    invalid_input: "Isian ini tidak dikenali. Muat ulang halaman.",
  } satisfies Record<ApprovalProblem | "invalid_input", string>,
  limits: {
    title: "Batas",
    lead: "Sampai batas ini orang bertindak sendiri. Di atasnya, rekan yang berhak harus menyetujui.",
    names: {
      refund: "Satu pengembalian uang",
      refund_day: "Pengembalian uang dalam 24 jam",
      write_off: "Stok yang dihapus dalam 24 jam",
      price_cut: "Potongan harga dalam 24 jam",
    } satisfies Record<LimitKind, string>,
    hints: {
      refund: "Rupiah.",
      refund_day: "Rupiah, dari pengembalian yang disetujui sendiri.",
      write_off: "Rupiah menurut modal, atau harga bila modal tidak diketahui.",
      price_cut: "Persen dari harga 24 jam sebelumnya.",
    } satisfies Record<LimitKind, string>,
    choices: {
      shop: (figure: string) => `Ikut toko: ${figure}`,
      none: "Tanpa batas",
      own: "Batas sendiri",
    },
    choice: (name: string) => `${name}: pilihan`,
    figure: (name: string) => `${name}: angka`,
    noLimit: "tanpa batas",
    save: "Simpan batas",
    saved: "Batas tersimpan.",
    shopTitle: "Batas toko",
    shopLead: "Berlaku bagi pemilik, dan bagi peran yang ikut toko.",
    shopRefunds: "Batas pengembalian uang diatur di pengaturan toko.",
    toSettings: "Buka pengaturan",
    empty: "Kosong: tanpa batas.",
    owner: "Pemilik",
    role: "Peran",
    alone:
      "Bila tidak ada rekan yang berhak, tindakan di atas batas tidak dapat dilakukan. Toko dengan satu orang memilih tanpa batas.",
    problems: {
      number_invalid: "Isi dengan bilangan bulat.",
      number_too_large: "Angkanya terlalu besar.",
      changed_meanwhile: "Rekan mengubah peran ini. Muat ulang halaman.",
      beyond_own_rights: "Hanya pemilik yang mengubah batas.",
      not_found: "Peran ini sudah tidak ada.",
      not_permitted: "Peran Anda tidak boleh mengubah batas.",
      reauthentication_needed: "Buktikan dulu bahwa ini Anda, lalu coba lagi.",
      invalid_input: "Isian ini tidak dikenali. Muat ulang halaman.",
    },
  },
};
