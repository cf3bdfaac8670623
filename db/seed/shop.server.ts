import type { TransactionSql } from "../driver.server.ts";
import { seedId } from "./deterministic.ts";

type Text = { id: string; en: string };

interface Rate {
  zone: string;
  first: number;
  next: number;
  days: [number, number];
  freeFrom?: number;
  maxSubsidy?: number;
}

/** Codes of kota, kabupaten and provinces; '' is the rest of Indonesia. */
const zones: { key: string; name: Text; codes: string[]; cash?: true }[] = [
  {
    key: "bandung",
    name: { id: "Bandung Raya", en: "Greater Bandung" },
    codes: ["3273", "3277", "3204", "3217"],
    cash: true,
  },
  {
    key: "java",
    name: { id: "Jawa dan Bali", en: "Java and Bali" },
    codes: ["31", "32", "33", "34", "35", "36", "51"],
    cash: true,
  },
  {
    key: "sumatra",
    name: { id: "Sumatra", en: "Sumatra" },
    codes: ["11", "12", "13", "14", "15", "16", "17", "18", "19", "21"],
  },
  {
    key: "rest",
    name: { id: "Wilayah lain di Indonesia", en: "The rest of Indonesia" },
    codes: [""],
  },
];

const methods: {
  key: string;
  name: Text;
  courier: string;
  service: string;
  minWeight?: number;
  maxWeight?: number;
  divisor?: number;
  source?: "pickup";
  rates: Rate[];
}[] = [
  {
    key: "regular",
    name: { id: "Reguler", en: "Standard" },
    courier: "JNE",
    service: "REG",
    rates: [
      {
        zone: "bandung",
        first: 9_000,
        next: 8_000,
        days: [1, 2],
        freeFrom: 200_000,
        maxSubsidy: 20_000,
      },
      {
        zone: "java",
        first: 16_000,
        next: 14_000,
        days: [2, 3],
        freeFrom: 300_000,
        maxSubsidy: 25_000,
      },
      {
        zone: "sumatra",
        first: 32_000,
        next: 29_000,
        days: [3, 5],
        freeFrom: 500_000,
        maxSubsidy: 30_000,
      },
      {
        zone: "rest",
        first: 54_000,
        next: 50_000,
        days: [4, 8],
        freeFrom: 750_000,
        maxSubsidy: 40_000,
      },
    ],
  },
  {
    key: "economy",
    name: { id: "Hemat", en: "Economy" },
    courier: "SiCepat",
    service: "HALU",
    maxWeight: 5_000,
    rates: [
      { zone: "bandung", first: 7_000, next: 6_000, days: [2, 3] },
      { zone: "java", first: 11_500, next: 10_500, days: [3, 5] },
      { zone: "sumatra", first: 24_000, next: 22_000, days: [5, 8] },
    ],
  },
  {
    key: "express",
    name: { id: "Besok sampai", en: "Next day" },
    courier: "JNE",
    service: "YES",
    maxWeight: 10_000,
    rates: [
      { zone: "bandung", first: 15_000, next: 14_000, days: [1, 1] },
      { zone: "java", first: 29_000, next: 27_000, days: [1, 1] },
    ],
  },
  {
    key: "cargo",
    name: { id: "Kargo", en: "Cargo" },
    courier: "J&T",
    service: "Cargo",
    minWeight: 5_000,
    divisor: 5_000,
    rates: [
      { zone: "bandung", first: 20_000, next: 2_500, days: [2, 4] },
      { zone: "java", first: 30_000, next: 4_000, days: [4, 7] },
      { zone: "sumatra", first: 45_000, next: 7_000, days: [6, 10] },
      { zone: "rest", first: 70_000, next: 12_000, days: [8, 14] },
    ],
  },
  {
    key: "local",
    name: { id: "Kurir toko", en: "Our own courier" },
    courier: "Nota & Co",
    service: "Kurir",
    maxWeight: 20_000,
    rates: [{ zone: "bandung", first: 12_000, next: 3_000, days: [0, 1] }],
  },
  {
    key: "pickup",
    name: { id: "Ambil di toko", en: "Pick up in store" },
    courier: "Jl. Braga No. 48",
    service: "",
    source: "pickup",
    rates: [{ zone: "bandung", first: 0, next: 0, days: [0, 2] }],
  },
];

const promotions: {
  key: string;
  codes: string[];
  name: Text;
  class: "product" | "order" | "shipping";
  type: "percent" | "fixed" | "free_shipping" | "buy_x_get_y";
  value: number;
  maxDiscount?: number;
  minSubtotal?: number;
  perCustomer?: number;
  usageLimit?: number;
  buy?: number;
  get?: number;
  categories?: string[];
  startsAt: string;
  endsAt?: string;
  /** Its code is shown to everybody in the cart. */
  shown?: boolean;
}[] = [
  {
    key: "hemat10",
    codes: ["HEMAT10"],
    name: { id: "Diskon 10%, maksimal Rp50.000", en: "10% off, at most Rp50.000" },
    class: "order",
    type: "percent",
    value: 10,
    maxDiscount: 50_000,
    startsAt: "2025-01-01",
  },
  {
    key: "free-shipping",
    codes: ["GRATISONGKIR"],
    name: { id: "Gratis ongkir sampai Rp30.000", en: "Free delivery up to Rp30.000" },
    class: "shipping",
    type: "free_shipping",
    value: 0,
    maxDiscount: 30_000,
    minSubtotal: 100_000,
    startsAt: "2025-01-01",
    shown: true,
  },
  {
    key: "fixed",
    codes: ["NOTA25"],
    name: {
      id: "Potongan Rp25.000 untuk belanja Rp200.000",
      en: "Rp25.000 off orders of Rp200.000",
    },
    class: "order",
    type: "fixed",
    value: 25_000,
    minSubtotal: 200_000,
    perCustomer: 1,
    usageLimit: 500,
    startsAt: "2025-06-01",
    shown: true,
  },
  {
    key: "third-mug",
    codes: ["MUGKETIGA"],
    name: { id: "Beli 2 mug, mug ketiga gratis", en: "Buy 2 mugs, the third is free" },
    class: "product",
    type: "buy_x_get_y",
    value: 100,
    buy: 2,
    get: 1,
    categories: ["mug"],
    startsAt: "2026-01-01",
    shown: true,
  },
  {
    key: "expired",
    codes: ["LEBARAN2026"],
    name: { id: "Diskon Lebaran 20%", en: "20% off for Eid" },
    class: "order",
    type: "percent",
    value: 20,
    maxDiscount: 100_000,
    startsAt: "2026-03-01",
    endsAt: "2026-03-31",
  },
];

/** What Indonesians call the demo shop's goods and the occasions they are bought for. */
const synonyms: readonly [language: "id" | "en", word: string, means: string][] = [
  ["id", "kado", "hadiah"],
  ["id", "gelas", "mug"],
  ["id", "cangkir", "mug"],
  ["id", "baju", "kaos"],
  ["id", "kaus", "kaos"],
  ["id", "botol", "tumbler"],
  ["id", "termos", "tumbler"],
  ["id", "wisuda", "hadiah"],
  ["id", "ulang tahun", "hadiah"],
  ["id", "ultah", "hadiah"],
  ["id", "souvenir", "hadiah"],
  ["id", "suvenir", "hadiah"],
  ["id", "hampers", "hadiah"],
  ["id", "custom", "personal"],
  ["id", "hp", "ponsel"],
  ["id", "agenda", "buku"],
  ["id", "sablon", "kaos"],
  ["en", "cup", "mug"],
  ["en", "gift", "hadiah"],
  ["en", "birthday", "hadiah"],
  ["en", "graduation", "hadiah"],
  ["en", "bottle", "tumbler"],
];

/** The demo shop's texts of the home page: see shop/settings/merchant/home-texts.server.ts. */
const homeTexts: Record<string, Text> = {
  title: {
    id: "Mug, kaos, dan buku nota cetakan Bandung",
    en: "Mugs, T-shirts and receipt books, printed in Bandung",
  },
  description: {
    id: "Barang cetak dari studio cetak kami di Bandung: mug, kaos, tas kanvas, buku, poster. Cetak satu pun bisa.",
    en: "Printed goods from our workshop in Bandung: mugs, T-shirts, tote bags, books, posters. No minimum. We'll print just one.",
  },
  promise: { id: "Cetak satu pun bisa.", en: "No minimum. We'll print just one." },
  lead: {
    id: "Mug, kaos, tas kanvas, dan buku nota dari studio cetak kami di Bandung. Dicetak di sini, dikirim ke seluruh Indonesia.",
    en: "Mugs, T-shirts, tote bags and receipt books from our workshop in Bandung. Printed here, sent all over Indonesia.",
  },
  newest: { id: "Baru dicetak", en: "New from the workshop" },
  sent: {
    id: "Dicetak di Bandung, dikirim Senin–Sabtu, dengan nomor resi di nota.",
    en: "Printed in Bandung, sent Monday to Saturday, tracking number on the receipt.",
  },
  done: {
    id: "Sampai di tangan Anda. Cacat cetak kami ganti.",
    en: "In your hands. We replace what is misprinted.",
  },
};

/** Settings, delivery and promotions of the demo shop. */
const hours: Text = { id: "Senin–Sabtu, 09.00–17.00 WIB", en: "Monday–Saturday, 09.00–17.00 WIB" };

export async function seedShop(sql: TransactionSql): Promise<void> {
  await sql`
    update public.shop_settings set
      name = 'Nota & Co', legal_name = 'CV Nota dan Kawan', street = 'Jl. Braga No. 48',
      city = 'Sumur Bandung, Kota Bandung 40111', origin_region_code = '3273191001', email = 'halo@etalase.test', whatsapp = '+6281234567890',
      hours = ${sql.json(hours)}, home_texts = ${sql.json(homeTexts)},
      charges_ppn = true, npwp = '0925429434070000'`;

  await sql`
    insert into public.bank_accounts (id, bank, number, holder, position) values
      (${seedId("bank:bca")}, 'BCA', '0081234567', 'CV Nota dan Kawan', 0),
      (${seedId("bank:mandiri")}, 'Mandiri', '1300098765432', 'CV Nota dan Kawan', 1)`;

  await sql`
    insert into public.search_synonyms ${sql(
      synonyms.map(([language, word, means]) => ({ language, word, means })),
    )}`;

  for (const [position, zone] of zones.entries()) {
    const id = seedId(`zone:${zone.key}`);
    const cash_on_delivery = zone.cash ?? false;
    await sql`
      insert into public.shipping_zones ${sql({ id, name: sql.json(zone.name), position, cash_on_delivery })}`;
    await sql`
      insert into public.shipping_zone_regions ${sql(zone.codes.map((region_code) => ({ zone_id: id, region_code })))}`;
  }
  for (const [position, method] of methods.entries()) {
    const id = seedId(`method:${method.key}`);
    await sql`
      insert into public.shipping_methods ${sql({
        id,
        name: sql.json(method.name),
        courier: method.courier,
        service: method.service,
        position,
        source: method.source ?? "table",
        min_weight_grams: method.minWeight ?? 0,
        max_weight_grams: method.maxWeight ?? 30_000,
        volumetric_divisor: method.divisor ?? 6_000,
      })}`;
    await sql`
      insert into public.shipping_rates ${sql(
        method.rates.map((rate) => ({
          method_id: id,
          zone_id: seedId(`zone:${rate.zone}`),
          first_kg: rate.first,
          next_kg: rate.next,
          min_days: rate.days[0],
          max_days: rate.days[1],
          free_from: rate.freeFrom ?? null,
          max_subsidy: rate.maxSubsidy ?? null,
        })),
      )}`;
  }
  for (const promotion of promotions) {
    const id = seedId(`promotion:${promotion.key}`);
    const categories = (promotion.categories ?? []).map((slug) => ({
      promotion_id: id,
      category_id: seedId(`category:${slug}`),
      use: "included",
    }));
    await sql`
      insert into public.promotions ${sql({
        id,
        name: sql.json(promotion.name),
        class: promotion.class,
        type: promotion.type,
        value: promotion.value,
        max_discount: promotion.maxDiscount ?? null,
        min_subtotal: promotion.minSubtotal ?? 0,
        per_customer_limit: promotion.perCustomer ?? null,
        usage_limit: promotion.usageLimit ?? null,
        buy_quantity: promotion.buy ?? null,
        get_quantity: promotion.get ?? null,
        starts_at: `${promotion.startsAt}T00:00:00+07:00`,
        is_shown: promotion.shown ?? false,
        ends_at: promotion.endsAt ? `${promotion.endsAt}T23:59:59+07:00` : null,
      })}`;
    if (categories.length > 0)
      await sql`insert into public.promotion_categories ${sql(categories)}`;
    await sql`
      insert into public.promo_codes ${sql(promotion.codes.map((code) => ({ code, promotion_id: id })))}`;
  }
}
