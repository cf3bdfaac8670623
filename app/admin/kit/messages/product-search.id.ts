import { formatCount } from "#base/format-count.ts";

export const id = {
  hits: (count: number) => `${formatCount(count, "id")} produk ditemukan`,
  none: "Tidak ada produk yang cocok",
  failed: "Pencarian gagal. Coba lagi.",
};
