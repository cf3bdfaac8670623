import type { BuiltInRole } from "#shop/kernel/permissions.ts";

/** The roles that every shop has. */
export const id = {
  ADMIN: "Pemilik",
  CUSTOMER: "Bukan anggota tim lagi",
  manager: "Manajer",
  sales: "Penjualan",
  warehouse: "Gudang",
  finance: "Keuangan",
  content: "Konten",
  service: "Layanan",
  reader: "Baca saja",
} satisfies Record<BuiltInRole | "ADMIN" | "CUSTOMER", string>;
