import type { Language } from "#base/language.ts";
import { counted } from "#base/plural.ts";

const id = {
  slip: "Daftar barang",
  slipFile: (number: string) => `daftar-isi-${number}.pdf`,
  label: "Label kirim",
  labelFile: (number: string) => `label-${number}.pdf`,
  to: "Kepada",
  pickup: "Diambil di toko oleh",
  from: "Pengirim",
  quantity: "Jumlah",
  item: "Barang",
  blank: "tanpa nama",
  packed: "Dikemas oleh",
  tracking: "Resi",
  order: "Pesanan",
  pieces: (count: number) => `${count} barang`,
  collect: (amount: string) => `Tagih di tempat ${amount}`,
  page: (page: number, pages: number) => `Halaman ${page} dari ${pages}`,
};

const en: typeof id = {
  slip: "Packing slip",
  slipFile: (number) => `packing-slip-${number}.pdf`,
  label: "Shipping label",
  labelFile: (number) => `label-${number}.pdf`,
  to: "To",
  pickup: "Picked up at the shop by",
  from: "From",
  quantity: "Quantity",
  item: "Item",
  blank: "no name",
  packed: "Packed by",
  tracking: "Tracking number",
  order: "Order",
  pieces: (count) => counted(count, "piece", "pieces"),
  collect: (amount) => `Collect ${amount}`,
  page: (page, pages) => `Page ${page} of ${pages}`,
};

export const paperTexts: Readonly<Record<Language, typeof id>> = { id, en };
