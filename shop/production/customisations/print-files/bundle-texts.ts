import type { Language } from "#base/language.ts";

interface BundleTexts {
  /** Folder of the tickets. */
  readonly tickets: string;
  /** Name of the file with the list. */
  readonly list: string;
  readonly heads: readonly string[];
  readonly notApproved: string;
  readonly notPaid: string;
}

/** The words of an archive of print files. */
export const bundleTexts: Readonly<Record<Language, BundleTexts>> = {
  id: {
    tickets: "tiket",
    list: "daftar.csv",
    heads: ["Pesanan", "Barang", "Tulisan", "Jumlah", "Sudah bagus", "Berkas"],
    notApproved: "belum disetujui",
    notPaid: "belum lunas",
  },
  en: {
    tickets: "tickets",
    list: "list.csv",
    heads: ["Order", "Goods", "Words", "Pieces", "Good so far", "File"],
    notApproved: "not approved yet",
    notPaid: "not paid yet",
  },
};
