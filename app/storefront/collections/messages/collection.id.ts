import { formatCount } from "#base/format-count.ts";
import type { CollectionSort } from "#shop/catalogue/collections/collection-sorts.ts";

/** The page of a collection. */
export const id = {
  count: (count: number) => `${formatCount(count, "id")} produk`,
  empty: "Belum ada produk",
  emptyText: "Lihat produk lain di toko kami.",
  toShop: "Lihat semua produk",
  sort: "Urutkan",
  apply: "Terapkan",
  sorts: {
    manual: "Pilihan kami",
    newest: "Terbaru",
    best_selling: "Terlaris",
    price_asc: "Termurah",
    price_desc: "Termahal",
  } satisfies Record<CollectionSort, string>,
};
