import type { DesignChange } from "#shop/customisations/compare-designs.ts";
import { rejectionTextsId } from "#shop/customisations/rejection-texts.ts";

/** Millimetres as they are written in Indonesian. */
const comma = (millimetres: number) => String(millimetres).replace(".", ",");

/** “Rani”, or what has no words. */
const named = (what: string) => (what ? `“${what}”` : "Gambar");

function difference(change: DesignChange): string {
  switch (change.kind) {
    case "text":
      return `Tulisan “${change.from}” menjadi “${change.to}”`;
    case "moved": {
      const { right, down } = change;
      const steps = [
        right ? `${comma(Math.abs(right))} mm ke ${right > 0 ? "kanan" : "kiri"}` : "",
        down ? `${comma(Math.abs(down))} mm ke ${down > 0 ? "bawah" : "atas"}` : "",
      ];
      return `${named(change.what)} bergeser ${steps.filter(Boolean).join(" dan ")}`;
    }
    case "resized":
      return `${named(change.what)}: ${change.from.map(comma).join(" × ")} mm menjadi ${change.to.map(comma).join(" × ")} mm`;
    case "recoloured":
      return `${named(change.what)} berganti warna`;
    case "added":
      return `${named(change.what)} ditambah`;
    case "removed":
      return `${named(change.what)} dihapus`;
    case "reshaped":
      return `${named(change.what)} berganti bentuk`;
  }
}

export const id = {
  title: "Desain saya",
  lead: "Nama, tulisan, dan gambar yang Anda pasang pada barang kami.",
  filter: "Saring menurut status",
  all: "Semua",
  stages: {
    draft: "Draf",
    submitted: "Diajukan",
    revision: "Revisi",
    approved: "Disetujui",
    printed: "Dicetak",
  },
  empty: "Belum ada desain",
  emptyText:
    "Barang dengan tanda pena bisa diberi nama, tulisan, atau gambar. Desain yang Anda simpan dan pesan ada di sini.",
  toProducts: "Yang bisa diberi nama",
  emptyStage: (stage: string) => `Tidak ada desain dengan status “${stage}”.`,
  clear: "Tampilkan semua",
  changed: (moment: string) => `Diubah ${moment}`,
  ofOrder: (number: string) => `Pesanan ${number}`,
  open: "Lihat contoh cetak",
  answer: "Jawab contoh cetak",
  rename: "Ganti nama",
  renameOf: (name: string) => `Ganti nama ${name}`,
  name: "Nama desain",
  save: "Simpan",
  cancel: "Batal",
  duplicate: "Buat salinan",
  goOn: "Lanjut mendesain",
  duplicateOf: (name: string) => `Buat salinan ${name}`,
  copyName: (name: string) => `${name} (salinan)`,
  remove: "Hapus",
  removeOf: (name: string) => `Hapus ${name}`,
  removeTitle: (name: string) => `Hapus “${name}”?`,
  removeText: "Desain ini hilang untuk selamanya. Pesanan yang memakainya tidak berubah.",
  keep: "Biarkan",
  unreadable: "Pratinjau tidak tersedia",
  preview: (name: string, texts: string) =>
    texts ? `Desain ${name}, bertuliskan: ${texts}` : `Desain ${name}`,
  share: {
    open: "Bagikan",
    openOf: (name: string) => `Bagikan ${name}`,
    title: (name: string) => `Bagikan “${name}”`,
    lead: "Siapa pun yang punya tautannya bisa melihat desain ini seperti sekarang dan membuat salinannya. Nama Anda tidak terlihat.",
    pictures: "Foto saya boleh ikut disalin",
    make: "Buat tautan",
    link: "Tautan",
    since: (moment: string) => `Memperlihatkan desain ini seperti pada ${moment}.`,
    copy: "Salin tautan",
    whatsapp: "Kirim lewat WhatsApp",
    message: (address: string) => `Lihat desain saya: ${address}`,
    revoke: "Cabut tautan",
    hidden: {
      reported:
        "Ada yang melaporkan desain ini. Tautannya kami sembunyikan sampai selesai kami periksa.",
      removed:
        "Desain ini tidak boleh dibagikan karena melanggar aturan kami. Tautannya sudah tidak berlaku.",
    },
    pill: "Dibagikan",
    pillHidden: "Tautan disembunyikan",
  },
  done: {
    renamed: "Nama sudah diganti.",
    copied: "Salinan sudah dibuat.",
    removed: "Desain sudah dihapus.",
    shared: "Tautan sudah dibuat.",
    revoked: "Tautan sudah dicabut.",
  },
  page: {
    title: (number: string) => `Personalisasi pesanan ${number}`,
    short: "Personalisasi",
    none: "Tidak ada yang dipersonalisasi",
    noneText: "Pesanan ini berisi barang yang sudah jadi.",
    back: "Kembali ke pesanan",
    pieces: (count: number) => `${count} buah`,
    statuses: {
      submitted: "Menunggu diperiksa",
      in_review: "Sedang kami periksa",
      proof_sent: "Menunggu jawaban Anda",
      changes_requested: "Sedang kami ubah",
      approved: "Disetujui, segera dicetak",
      rejected: "Belum bisa dicetak",
      in_production: "Sedang dicetak",
      done: "Selesai dicetak",
    },
    next: {
      submitted: "Kami memeriksa desain Anda, lalu mengirim contoh cetaknya ke sini.",
      in_review: "Contoh cetaknya muncul di sini setelah selesai kami periksa.",
      proof_sent:
        "Periksa ejaan, warna, dan letaknya. Kami baru mencetak setelah Anda menyetujuinya.",
      changes_requested:
        "Kami mengerjakan permintaan Anda. Contoh cetak berikutnya muncul di sini.",
      approved: "Terima kasih. Yang kami cetak persis versi yang Anda setujui.",
      rejected:
        "Balas di bawah untuk mengganti desain, atau minta uang Anda kembali di halaman pesanan.",
      in_production: "Desain Anda sedang di mesin cetak; tidak bisa diubah lagi.",
      done: "Barang Anda sudah dicetak sesuai versi yang disetujui.",
    },
    yourDesign: "Desain Anda",
    proof: (version: number) => `Contoh cetak versi ${version}`,
    older: "Versi sebelumnya",
    sent: (moment: string) => `Dikirim ${moment}`,
    approvedAt: (moment: string) => `Anda setujui ${moment}`,
    changesAt: (moment: string) => `Anda minta diubah ${moment}`,
    reorder: "Pesan lagi",
    reorderHint: "Dicetak persis sama. Jumlahnya bisa diubah di keranjang.",
    reorderRoster: "Dicetak persis sama, dengan semua ukuran dan nama di daftar ini.",
    fingerprint: "Sidik versi",
    approve: (version: number) => `Setujui versi ${version}`,
    approveHint: "Persetujuan berlaku untuk versi ini saja dan tidak bisa ditarik kembali.",
    askChange: "Minta diubah",
    change: "Apa yang perlu diubah?",
    changeHint: (left: number) =>
      left > 0
        ? `Masih ada ${left} kali perubahan tanpa biaya.`
        : "Perubahan tanpa biaya sudah habis; kami kabari biayanya sebelum mengerjakan.",
    sendChange: "Kirim permintaan",
    printed: "Yang tercetak",
    size: "Ukuran",
    millimetres: (width: number, height: number) => `${comma(width)} × ${comma(height)} mm`,
    changes: "Yang berubah dari versi sebelumnya",
    noChanges: "Tidak ada yang berubah.",
    difference,
    noSilence: "Ambil waktu Anda. Kami tidak pernah mencetak tanpa persetujuan Anda.",
    tick: (texts: readonly string[]) =>
      texts.length > 0
        ? `Sudah saya periksa: ${texts.map((text) => `“${text}”`).join(", ")}`
        : "Gambar dan letaknya sudah saya periksa",
    madeToOrder:
      "Dibuat khusus untuk Anda, jadi tidak dapat dikembalikan karena berubah pikiran. Bila salah cetak, rusak, atau berbeda dari cetakan yang Anda setujui, kami cetak ulang atau kembalikan uang Anda.",
    rejections: rejectionTextsId,
    thread: "Pesan",
    noMessages: "Belum ada pesan.",
    you: "Anda",
    message: "Tulis pesan ke toko",
    send: "Kirim pesan",
    changed: "Ada kabar baru tentang desain ini.",
  },
  problems: {
    goods_gone: "Barang ini tidak dijual lagi.",
    print_changed: "Cara cetak barang ini sudah berubah. Buka desainnya dan periksa dulu.",
    design_not_found: "Desain ini sudah tidak ada. Muat ulang halaman.",
    design_reported: "Desain ini dilaporkan, jadi belum bisa dibagikan.",
    too_many_requests: "Terlalu banyak percobaan. Coba lagi nanti.",
    too_many_designs: "Sudah ada 100 desain. Hapus yang tidak dipakai, lalu coba lagi.",
    name_missing: "Isi nama desain.",
    name_too_long: "Paling panjang 80 huruf.",
    name_invalid: "Nama ini memuat tanda yang tidak bisa disimpan.",
    customisation_not_found: "Pesanan ini tidak memuat desain itu. Muat ulang halaman.",
    words_unchecked: "Periksa dulu tulisannya, lalu beri centang.",
    order_canceled: "Pesanan ini sudah dibatalkan, jadi tidak ada yang dicetak.",
    proof_outdated: "Sudah ada versi yang lebih baru. Muat ulang halaman untuk melihatnya.",
    proof_decided: "Contoh cetak ini sudah dijawab. Muat ulang halaman.",
    too_many_messages: "Terlalu banyak pesan hari ini. Coba lagi besok atau hubungi kami.",
    message_missing: "Tulis dulu pesannya.",
    message_too_long: "Paling panjang 2.000 huruf.",
    message_invalid: "Pesan ini memuat tanda yang tidak bisa disimpan.",
    invalid_input: "Isian ini tidak dapat dibaca. Muat ulang halaman, lalu coba lagi.",
    unexpected: "Belum berhasil. Coba lagi sebentar lagi.",
  },
};
