import type { Language } from "#base/language.ts";

interface InvoiceTexts {
  readonly title: string;
  readonly fileName: (number: string) => string;
  readonly soldTo: string;
  readonly placed: string;
  /** Heading of the payment method and time. */
  readonly paidBy: string;
  readonly delivery: string;
  readonly item: string;
  readonly price: string;
  readonly quantity: string;
  readonly amount: string;
  /** Paid once for a design. */
  readonly setup: string;
  readonly subtotal: string;
  readonly discount: (code: string) => string;
  readonly shipping: string;
  readonly pickup: string;
  /** The payment method's surcharge, or the deduction that identifies a transfer. */
  readonly paymentFee: string;
  readonly transferCode: string;
  readonly difference: string;
  readonly total: string;
  /** Other value as tax base: 11/12 of the price without tax (PMK 131/2024). */
  readonly taxBase: string;
  readonly tax: string;
  readonly refunded: string;
  readonly paid: string;
  readonly scan: string;
  readonly page: (page: number, pages: number) => string;
}

const id: InvoiceTexts = {
  title: "Nota",
  fileName: (number) => `nota-${number}.pdf`,
  soldTo: "Pembeli",
  placed: "Tanggal",
  paidBy: "Pembayaran",
  delivery: "Pengiriman",
  item: "Barang",
  price: "Harga",
  quantity: "Jumlah",
  amount: "Nilai",
  setup: "Biaya persiapan desain",
  subtotal: "Subtotal",
  discount: (code) => `Potongan ${code}`,
  shipping: "Ongkir",
  pickup: "Ambil di toko",
  paymentFee: "Biaya COD",
  transferCode: "Kode unik",
  difference: "Selisih pembayaran",
  total: "Total",
  taxBase: "Sudah termasuk: DPP nilai lain",
  tax: "Sudah termasuk: PPN 12%",
  refunded: "Sudah dikembalikan",
  paid: "LUNAS",
  scan: "Pindai untuk melihat pesanan.",
  page: (page, pages) => `Halaman ${page} dari ${pages}`,
};

const en: InvoiceTexts = {
  title: "Invoice",
  fileName: (number) => `invoice-${number}.pdf`,
  soldTo: "Sold to",
  placed: "Date",
  paidBy: "Payment",
  delivery: "Delivery",
  item: "Item",
  price: "Price",
  quantity: "Quantity",
  amount: "Amount",
  setup: "Design set-up",
  subtotal: "Subtotal",
  discount: (code) => `Discount ${code}`,
  shipping: "Delivery",
  pickup: "Pick up in store",
  paymentFee: "Cash on delivery fee",
  transferCode: "Transfer code",
  difference: "Payment difference",
  total: "Total",
  taxBase: "Included: tax base (DPP nilai lain)",
  tax: "Included: VAT (PPN 12%)",
  refunded: "Refunded",
  paid: "PAID",
  scan: "Scan to see the order.",
  page: (page, pages) => `Page ${page} of ${pages}`,
};

export const invoiceTexts: Readonly<Record<Language, InvoiceTexts>> = { id, en };
