import type { Language } from "#base/language.ts";
import { counted } from "#base/plural.ts";

const id = {
  slip: "Daftar barang",
  slips: "Daftar barang",
  picking: "Daftar ambil",
  pickingText: (orders: number) => `Semua barang dari ${orders} pesanan`,
  slipFile: (number: string) => `daftar-isi-${number}.pdf`,
  label: "Label kirim",
  labels: "Label kirim",
  labelFile: (number: string) => `label-${number}.pdf`,
  to: "Kepada",
  pickup: "Diambil di toko oleh",
  from: "Pengirim",
  quantity: "Jumlah",
  item: "Barang",
  blank: "tanpa nama",
  note: "Catatan pembeli",
  gift: "Hadiah",
  card: "Kartu ucapan",
  cardFile: (number: string) => `kartu-ucapan-${number}.pdf`,
  giftFrom: (name: string) => `Dari ${name}`,
  packed: "Dikemas oleh",
  tracking: "Resi",
  shipment: "Paket",
  contents: "Isi",
  order: "Pesanan",
  pieces: (count: number) => `${count} barang`,
  collect: (amount: string) => `Tagih di tempat ${amount}`,
  page: (page: number, pages: number) => `Halaman ${page} dari ${pages}`,
  receipt: "Struk",
  receiptFile: (number: string) => `struk-${number}.pdf`,
  paidBy: (method: string) => `Dibayar: ${method}`,
  terms: (address: string) => `Syarat dan ketentuan: ${address}`,
};

const en: typeof id = {
  slip: "Packing slip",
  slips: "Packing slips",
  picking: "Picking list",
  pickingText: (orders) => `All items of ${counted(orders, "order", "orders")}`,
  slipFile: (number) => `packing-slip-${number}.pdf`,
  label: "Shipping label",
  labels: "Shipping labels",
  labelFile: (number) => `label-${number}.pdf`,
  to: "To",
  pickup: "Picked up at the shop by",
  from: "From",
  quantity: "Quantity",
  item: "Item",
  blank: "no name",
  note: "Buyer's note",
  gift: "Gift",
  card: "Message card",
  cardFile: (number) => `message-card-${number}.pdf`,
  giftFrom: (name) => `From ${name}`,
  packed: "Packed by",
  tracking: "Tracking number",
  shipment: "Shipment",
  contents: "Contents",
  order: "Order",
  pieces: (count) => counted(count, "piece", "pieces"),
  collect: (amount) => `Collect ${amount}`,
  page: (page, pages) => `Page ${page} of ${pages}`,
  receipt: "Receipt",
  receiptFile: (number) => `receipt-${number}.pdf`,
  paidBy: (method) => `Paid: ${method}`,
  terms: (address) => `Terms and conditions: ${address}`,
};

/** Grams below 1,000 g, else kilograms with at most two decimals. */
export function formatWeight(grams: number, language: Language): string {
  const isLight = grams < 1000;
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: isLight ? "gram" : "kilogram",
    maximumFractionDigits: 2,
  }).format(isLight ? grams : grams / 1000);
}

/** PDF metadata. */
export interface PaperHead {
  readonly language: Language;
  readonly title: string;
  readonly author: string;
}

export const paperTexts: Readonly<Record<Language, typeof id>> = { id, en };
