import type { LimitProblem } from "#shop/staff/approvals/approval.ts";

/** Where somebody acted above their limit. */
export const limitProblems = {
  waits_for_approval:
    "Ini di atas batas Anda. Permintaan tersimpan dan menunggu persetujuan rekan; belum ada yang berubah.",
  nobody_may_approve:
    "Ini di atas batas Anda, dan tidak ada rekan yang berhak menyetujuinya. Minta pemilik toko mengubah batas.",
} satisfies Record<LimitProblem, string>;

/** A row or a scheduled change above the limit, which nobody can ask for. */
export const overLimit = {
  price_cut_over_limit: "Harga turun melebihi batas. Ubah sendiri agar rekan dapat menyetujuinya.",
  write_off_over_limit:
    "Stok yang dihapus melebihi batas. Catat sendiri agar rekan dapat menyetujuinya.",
};
