import type { CollectionSort } from "#shop/collections/collection-sorts.ts";

/** The page of a collection. */
export const id = {
  count: (count: number) => `${count} barang`,
  empty: "Belum ada barang",
  emptyText: "Lihat barang lain di toko kami.",
  toShop: "Lihat semua barang",
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
