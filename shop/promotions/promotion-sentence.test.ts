import { expect, test } from "vitest";
import { promotionFields } from "#tests/support/builders/promotions.ts";
import { type PromotionNames, promotionSentence } from "./promotion-sentence.ts";

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const both = (text: string, en = text) => ({ id: text, en });
const names: PromotionNames = {
  products: {
    [id(1)]: both("Mug Ngopi Dulu", "Coffee First Mug"),
    [id(2)]: both("Topi Nota"),
    [id(3)]: both("Tas Belanja", ""),
    [id(4)]: both("Buku"),
    [id(5)]: both("Pena"),
  },
  categories: { [id(6)]: both("Kaos", "T-shirts"), [id(7)]: both("Mug", "Mugs") },
  variants: { [id(8)]: both("Stiker Nota", "Nota sticker") },
  groups: { [id(9)]: "Pelanggan setia" },
  regions: { "32": "Jawa Barat", "3273": "Kota Bandung" },
  methods: {
    "builtin:qris": both("QRIS"),
    "builtin:card": both("Kartu debit atau kredit", "Debit or credit card"),
  },
};
const say = (
  change: Readonly<Record<string, unknown>>,
  language: "id" | "en",
  zone: Parameters<typeof promotionSentence>[2] = "Asia/Jakarta",
) => promotionSentence(promotionFields(change), names, zone, language).replaceAll("\u00a0", " ");

const percent = { type: "percent", value: 10 };
const card = "builtin:card";

const sentences: readonly (readonly [string, Readonly<Record<string, unknown>>, string, string])[] =
  [
    [
      "the example of the design",
      {
        ...percent,
        category_ids: [id(6)],
        max_discount: 50_000,
        min_subtotal: 200_000,
        per_customer_limit: 1,
        ends_at: "2026-12-31T23:59",
        combines_with: [],
      },
      "10% untuk kategori Kaos, maksimal Rp50.000, belanja minimal Rp200.000, sekali per orang, sampai 31 Des 2026 pukul 23.59 WIB; tidak digabung dengan kode lain",
      "10% off category T-shirts, at most Rp50.000, on Rp200.000 or more, once per person, until 31 Dec 2026, 23:59 WIB; does not combine with other codes",
    ],
    [
      "percent",
      percent,
      "10% untuk semua produk; bisa digabung dengan kode lain",
      "10% off everything; combines with other codes",
    ],
    [
      "an amount",
      {},
      "Rp10.000 untuk semua produk; bisa digabung dengan kode lain",
      "Rp10.000 off everything; combines with other codes",
    ],
    [
      "an amount on every piece",
      { class: "product", allocation: "each", product_ids: [id(1)] },
      "Rp10.000 per barang untuk produk Mug Ngopi Dulu; bisa digabung dengan kode lain",
      "Rp10.000 off each piece of product Coffee First Mug; combines with other codes",
    ],
    [
      "free delivery",
      { type: "free_shipping", class: "shipping", value: 0 },
      "Gratis ongkir; bisa digabung dengan kode lain",
      "Free delivery; combines with other codes",
    ],
    [
      "free delivery with some goods",
      { type: "free_shipping", class: "shipping", value: 0, category_ids: [id(7)] },
      "Gratis ongkir bila membeli kategori Mug; bisa digabung dengan kode lain",
      "Free delivery with category Mugs; combines with other codes",
    ],
    [
      "a delivery price",
      { type: "fixed_shipping", class: "shipping", value: 5_000 },
      "Ongkir jadi Rp5.000; bisa digabung dengan kode lain",
      "Delivery for Rp5.000; combines with other codes",
    ],
    [
      "buy two get one free",
      { type: "buy_x_get_y", class: "product", value: 100, buy_quantity: 2, get_quantity: 1 },
      "Beli 2, gratis 1; bisa digabung dengan kode lain",
      "Buy 2, get 1 free; combines with other codes",
    ],
    [
      "buy goods, get others cheaper",
      {
        type: "buy_x_get_y",
        class: "product",
        value: 50,
        buy_quantity: 3,
        get_quantity: 2,
        category_ids: [id(6)],
        reward_product_ids: [id(1)],
      },
      "Beli 3 dari kategori Kaos, 50% untuk 2 berikutnya dari produk Mug Ngopi Dulu; bisa digabung dengan kode lain",
      "Buy 3 of category T-shirts, get 2 more of product Coffee First Mug at 50% off; combines with other codes",
    ],
    [
      "a gift",
      {
        type: "gift",
        class: "product",
        value: 0,
        gift_variant_id: id(8),
        get_quantity: 1,
        min_subtotal: 300_000,
      },
      "Hadiah 1 Stiker Nota, belanja minimal Rp300.000; bisa digabung dengan kode lain",
      "1 Nota sticker as a gift, on Rp300.000 or more; combines with other codes",
    ],
    [
      "categories and products",
      { ...percent, category_ids: [id(6), id(7)], product_ids: [id(2)] },
      "10% untuk kategori Kaos dan Mug serta produk Topi Nota; bisa digabung dengan kode lain",
      "10% off category T-shirts and Mugs and product Topi Nota; combines with other codes",
    ],
    [
      "many products, and a name without English",
      { ...percent, product_ids: [id(1), id(2), id(3), id(4), id(5)] },
      "10% untuk produk Mug Ngopi Dulu, Topi Nota, Tas Belanja, dan 2 lainnya; bisa digabung dengan kode lain",
      "10% off product Coffee First Mug, Topi Nota, Tas Belanja, and 2 more; combines with other codes",
    ],
    [
      "exclusions",
      {
        ...percent,
        excluded_category_ids: [id(7)],
        excluded_product_ids: [id(2)],
        exclude_sale_items: true,
      },
      "10% untuk semua produk, kecuali kategori Mug, produk Topi Nota, serta produk yang sedang diskon; bisa digabung dengan kode lain",
      "10% off everything, except category Mugs, product Topi Nota, and items on sale; combines with other codes",
    ],
    [
      "pieces",
      { ...percent, min_quantity: 3 },
      "10% untuk semua produk, minimal 3 barang; bisa digabung dengan kode lain",
      "10% off everything, from 3 pieces; combines with other codes",
    ],
    [
      "first order",
      { ...percent, first_order_only: true },
      "10% untuk semua produk, hanya pesanan pertama; bisa digabung dengan kode lain",
      "10% off everything, first order only; combines with other codes",
    ],
    [
      "a group",
      { ...percent, group_ids: [id(9)] },
      "10% untuk semua produk, hanya untuk grup Pelanggan setia; bisa digabung dengan kode lain",
      "10% off everything, only for group Pelanggan setia; combines with other codes",
    ],
    [
      "a group or addresses",
      { ...percent, group_ids: [id(9)], emails: ["a@contoh.test", "b@contoh.test"] },
      "10% untuk semua produk, hanya untuk grup Pelanggan setia atau 2 alamat email; bisa digabung dengan kode lain",
      "10% off everything, only for group Pelanggan setia or 2 email addresses; combines with other codes",
    ],
    [
      "regions",
      { ...percent, region_codes: ["32", "3273"] },
      "10% untuk semua produk, kirim ke Jawa Barat atau Kota Bandung; bisa digabung dengan kode lain",
      "10% off everything, delivered to Jawa Barat or Kota Bandung; combines with other codes",
    ],
    [
      "payment methods",
      { ...percent, payment_methods: [card, "builtin:qris"] },
      "10% untuk semua produk, dibayar dengan Kartu debit atau kredit atau QRIS; bisa digabung dengan kode lain",
      "10% off everything, paid by Debit or credit card or QRIS; combines with other codes",
    ],
    [
      "uses per person",
      { ...percent, per_customer_limit: 3 },
      "10% untuk semua produk, 3 kali per orang; bisa digabung dengan kode lain",
      "10% off everything, 3 times per person; combines with other codes",
    ],
    [
      "uses in total",
      { ...percent, usage_limit: 1_500 },
      "10% untuk semua produk, untuk 1.500 pesanan pertama; bisa digabung dengan kode lain",
      "10% off everything, for the first 1.500 orders; combines with other codes",
    ],
    [
      "a budget",
      { ...percent, budget: 5_000_000 },
      "10% untuk semua produk, sampai anggaran Rp5.000.000 habis; bisa digabung dengan kode lain",
      "10% off everything, until Rp5.000.000 are spent; combines with other codes",
    ],
    [
      "start and end",
      { ...percent, starts_at: "2026-08-01T00:00", ends_at: "2026-10-09T12:30" },
      "10% untuk semua produk, mulai 1 Agu 2026 pukul 00.00 WIB, sampai 9 Okt 2026 pukul 12.30 WIB; bisa digabung dengan kode lain",
      "10% off everything, from 1 Aug 2026, 00:00 WIB, until 9 Oct 2026, 12:30 WIB; combines with other codes",
    ],
    [
      "an automatic one",
      { ...percent, automatic: true },
      "10% untuk semua produk; berlaku tanpa kode; bisa digabung dengan kode lain",
      "10% off everything; applies without a code; combines with other codes",
    ],
    [
      "one that combines with one kind",
      { ...percent, combines_with: ["shipping", "order"] },
      "10% untuk semua produk; hanya digabung dengan kode ongkir",
      "10% off everything; combines with delivery codes only",
    ],
  ];

test.each(sentences)("%s, in Indonesian and English", (_, change, indonesian, english) => {
  expect(say(change, "id")).toBe(indonesian);
  expect(say(change, "en")).toBe(english);
});

test("the end is named in the shop's own time zone", () => {
  const change = { ...percent, ends_at: "2026-12-31T23:59" };
  expect(say(change, "id", "Asia/Makassar")).toContain("pukul 23.59 WITA");
  expect(say(change, "en", "Asia/Jayapura")).toContain("23:59 WIT;");
});

test("a gift that is not chosen yet, and things without a name, still make a sentence", () => {
  const gift = { ...promotionFields(), type: "gift" as const, class: "product" as const };
  expect(promotionSentence(gift, names, "Asia/Jakarta", "id")).toContain(
    "Hadiah 1 barang yang belum dipilih",
  );
  expect(
    say({ ...percent, product_ids: ["00000000-0000-4000-8000-0000000000ff"] }, "id"),
  ).toContain("produk 00000000");
});
