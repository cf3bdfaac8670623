export const id = {
  /** For people who may only request a refund. */
  mustAsk: "Staf yang berhak harus menyetujuinya dulu. Sampai disetujui, belum ada yang berubah.",
  second: (limit: string) => `Di atas ${limit} harus disetujui orang kedua yang berhak.`,
  proof: "Anda diminta verifikasi bila sudah lewat sepuluh menit.",
  ask: "Minta persetujuan",
  asked: "Permintaan tersimpan dan menunggu persetujuan. Belum ada yang berubah pada pesanan ini.",
  waiting: (amount: string) => `${amount} menunggu persetujuan.`,
  seeAll: "Lihat yang menunggu persetujuan",
  acts: {
    refund: "Pengembalian dana",
    cancel: "Pembatalan pesanan dengan refund",
    return: "Pengembalian dana untuk retur",
    claim: "Pengembalian dana untuk klaim",
    task: "Pengembalian dana yang tidak cocok",
  },
  by: (name: string, time: string) => `Diminta oleh ${name || "staf"}, ${time}`,
  byMe: (time: string) => `Anda minta, ${time}`,
  approvedBy: (names: string) => `Sudah disetujui ${names}. Perlu satu orang lagi.`,
  needsTwo: "Perlu dua orang yang berhak.",
  approve: "Setujui",
  decline: "Tolak",
  withdraw: "Tarik permintaan",
  approveAsk: (amount: string, number: string) =>
    `Setujui ${amount} kembali ke pembeli pesanan ${number}?`,
  declineAsk: (amount: string, number: string) =>
    `Tolak pengembalian ${amount} untuk pesanan ${number}? Tidak ada dana yang dikirim.`,
  answer: "Alasan",
  keep: "Batal",
  approved: "Disetujui. Dana sedang dikembalikan.",
  declined: "Permintaan ditutup. Tidak ada dana yang dikirim.",
  proveTitle: "Verifikasi bahwa ini Anda",
  proveText: "Setelah itu langsung dilanjutkan. Isian Anda tetap ada.",
  problems: {
    refund_request_not_found: "Permintaan ini tidak ditemukan. Muat ulang halaman.",
    refund_request_decided: "Orang lain sudah memutuskan permintaan ini.",
    refund_amount_changed:
      "Pesanan berubah sejak diminta, jadi jumlahnya tidak sama lagi. Tolak permintaan ini lalu minta lagi.",
    own_order: "Ini pesanan Anda sendiri. Minta rekan Anda memutuskannya.",
    not_allowed: "Hanya admin atau staf yang diberi hak yang boleh melakukan ini.",
    reauthentication_needed: "Demi keamanan, verifikasi dulu, lalu coba lagi.",
  },
};
