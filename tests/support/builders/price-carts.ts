import fc from "fast-check";
import type { TaxTable } from "#shop/kernel/tax.ts";
import type { CartToPrice, Gift, LineToPrice } from "#shop/orders/cart/price-cart.ts";
import type { PromoClass, PromoType, Promotion } from "#shop/promotions/promotion.ts";
import type { ShippingRate } from "#shop/settings/shipping/rates/rates.ts";
import { sampleLine, sampleNow, samplePromotion, sampleRate } from "./price-samples.ts";

/* Carts of every kind: small and large amounts, promotions that apply and promotions that never can. */

const slugs = ["mug", "kaos", "poster"] as const;
const products = ["p1", "p2", "p3"] as const;
/** Small amounts are frequent, because half of all mistakes are visible only where rounding matters. */
const rupiah = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  fc.integer({ min: 0, max: 500_000 }),
  fc.integer({ min: 0, max: 100_000_000 }),
);
const categories = fc.uniqueArray(fc.constantFrom(...slugs), { maxLength: 2 });
const someOf = <T extends string>(...all: T[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<T[]>([]) },
    fc.uniqueArray(fc.constantFrom(...all), { maxLength: 2 }),
  );
const near = fc.constantFrom(
  null,
  ...[-1, 0, 1].map((days) => new Date(sampleNow.getTime() + days * 86_400_000)),
);
const limit = fc.option(fc.integer({ min: 0, max: 3 }));
const rarely = <T>(usual: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, other);
const paidBy = fc.constantFrom("builtin:card", "builtin:va", "cod:cash");

const line: fc.Arbitrary<LineToPrice> = fc.record({
  variant_id: fc.constantFrom("v1", "v2", "v3", "v4"),
  product_id: fc.constantFrom(...products),
  category_ids: categories,
  is_on_sale: fc.boolean(),
  shipping_class: fc.constantFrom("ordinary", "ordinary", "fragile", "liquid"),
  tax_class: fc.constantFrom("goods", "goods", "luxury", "exempt"),
  unit_price: rupiah,
  setup_fee: rarely(0, rupiah),
  quantity: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 6 }) },
    fc.integer({ min: 1, max: 99 }),
  ),
  weight_grams: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5_000 })),
  length_mm: fc.integer({ min: 0, max: 1_200 }),
  width_mm: fc.integer({ min: 0, max: 900 }),
  height_mm: fc.integer({ min: 0, max: 400 }),
});

const typesOf: Record<PromoClass, readonly PromoType[]> = {
  product: ["percent", "fixed", "buy_x_get_y", "gift"],
  order: ["percent", "fixed"],
  shipping: ["free_shipping", "fixed_shipping"],
};

const promotion = fc
  .record({
    class: fc.constantFrom(
      "product" as const,
      "product" as const,
      "order" as const,
      "shipping" as const,
    ),
    typeAt: fc.nat({ max: 11 }),
    percent: fc.integer({ min: 1, max: 100 }),
    amount: rupiah,
    isEach: fc.boolean(),
    isAutomatic: fc.boolean(),
    /** Rupiah by which a gift's budget misses the gift. */
    giftMissesBy: fc.constantFrom(null, null, -1, 0, 1),
    scope: fc.record({
      max_discount: fc.option(rupiah.map((amount) => amount + 1)),
      min_subtotal: fc.oneof(fc.constant(0), rupiah),
      min_quantity: rarely(0, fc.nat({ max: 12 })),
      product_ids: someOf(...products),
      category_ids: someOf(...slugs),
      excluded_product_ids: someOf(...products),
      excluded_category_ids: rarely<("mug" | "kaos" | "poster")[]>([], categories),
      exclude_sale_items: rarely(false, fc.boolean()),
      reward_product_ids: someOf(...products),
      reward_category_ids: someOf(...slugs),
      buy_quantity: fc.integer({ min: 1, max: 3 }),
      get_quantity: fc.integer({ min: 1, max: 3 }),
      gift_variant_id: fc.constantFrom("v1", "v4", "none"),
      priority: fc.nat({ max: 2 }),
      combines_with: rarely<PromoClass[]>(
        ["product", "order", "shipping"],
        fc.uniqueArray(fc.constantFrom<PromoClass>("product", "order", "shipping")),
      ),
    }),
    // Most promotions are valid, because the arithmetic has more cases than the refusals.
    standing: rarely<Partial<Promotion>>(
      {},
      fc.record({
        enabled: fc.boolean(),
        starts_at: near,
        ends_at: near,
        usage_limit: limit,
        per_customer_limit: limit,
        used: fc.nat({ max: 3 }),
        used_by_customer: fc.nat({ max: 3 }),
        budget: fc.option(rupiah),
        spent: fc.nat({ max: 50 }),
        was_active: fc.boolean(),
        is_code_used: fc.boolean(),
        first_order_only: fc.boolean(),
        orders_of_customer: fc.nat({ max: 1 }),
        audience: fc.constantFrom("everyone", "member", "stranger", "unknown"),
        region_codes: someOf("32", "3273", "31"),
        payment_methods: someOf("builtin", "cod:cash"),
      }),
    ),
  })
  .map((made): Omit<Promotion, "id"> & { isAutomatic: boolean; giftMissesBy: number | null } => {
    const types = typesOf[made.class];
    const type = types[made.typeAt % types.length] ?? "percent";
    const isPercent = type === "percent" || type === "buy_x_get_y";
    const { class: kind, scope, standing, isAutomatic, giftMissesBy } = made;
    return {
      ...samplePromotion,
      ...scope,
      ...standing,
      isAutomatic,
      giftMissesBy,
      class: kind,
      type,
      value: isPercent
        ? made.percent
        : type === "free_shipping" || type === "gift"
          ? 0
          : made.amount + 1,
      allocation: kind === "product" && made.isEach ? "each" : "across",
    };
  });

const rate: fc.Arbitrary<Omit<ShippingRate, "method_id">> = fc.record({
  name: fc.constant(""),
  courier: fc.constant(""),
  service: fc.constant(""),
  is_pickup: fc.constant(false),
  min_weight_grams: fc.constantFrom(0, 0, 1_000),
  max_weight_grams: fc.constantFrom(10_000, 100_000, 10_000_000),
  min_subtotal: rarely(null, fc.option(rupiah)),
  max_subtotal: rarely(null, fc.option(rupiah)),
  excluded_product_ids: rarely<string[]>([], someOf(...products)),
  excluded_category_ids: rarely<string[]>([], someOf(...slugs)),
  shipping_classes: rarely<string[]>([], someOf("ordinary", "fragile", "liquid")),
  payment_methods: rarely<string[]>([], someOf("builtin", "cod:cash")),
  pricing: fc.constantFrom("per_kg", "per_kg", "flat", "weight_tiers", "subtotal_tiers", "percent"),
  volumetric_divisor: fc.constantFrom(4_000, 5_000, 6_000),
  step_grams: fc.constantFrom(1_000, 500, 100),
  first_kg: fc.nat({ max: 200_000 }),
  next_kg: fc.nat({ max: 100_000 }),
  flat_price: fc.nat({ max: 200_000 }),
  percent: fc.nat({ max: 100 }),
  tiers: fc
    .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 500_000 }), { maxLength: 3 }), fc.boolean())
    .map(([ends, isOpen]) => [
      ...ends.sort((a, b) => a - b).map((up_to, index) => ({ up_to, price: 1_000 * (index + 1) })),
      ...(isOpen ? [{ up_to: null, price: 9_000 }] : []),
    ]),
  live_price: rarely<number | null>(null, fc.nat({ max: 100_000 })),
  min_days: fc.constant(1),
  max_days: fc.constant(3),
  free_from: fc.option(rupiah),
  max_subsidy: fc.option(fc.nat({ max: 50_000 })),
});

const ordinary = { rate_basis_points: 1_200, base_numerator: 11, base_denominator: 12 };
const full = { ...ordinary, base_numerator: 1, base_denominator: 1 };

export const carts: fc.Arbitrary<CartToPrice> = fc
  .record({
    lines: fc.array(line, { maxLength: 6 }),
    promotions: fc.array(promotion, { maxLength: 6 }),
    rates: fc.array(rate, { maxLength: 3 }),
    choice: fc.nat({ max: 3 }),
    gift: fc.tuple(line, fc.nat({ max: 9 })),
    payment_method: fc.option(paidBy),
    region_code: fc.constantFrom("3273191001", "3273191001", "3174041002", null),
    default_weight_grams: fc.constantFrom(1, 500),
    tax: fc.constantFrom<TaxTable>(
      null,
      { goods: ordinary, luxury: full, shipping: ordinary },
      { goods: { ...full, rate_basis_points: 1_100 }, exempt: { ...full, rate_basis_points: 0 } },
    ),
  })
  .map(({ choice, rates, promotions, gift: [given, available], ...rest }) => ({
    ...rest,
    now: sampleNow,
    gifts: new Map<string, Gift>([
      ["v4", { ...given, variant_id: "v4", setup_fee: 0, available }],
      ["v1", { ...sampleLine, variant_id: "v1", available: 3 }],
    ]),
    promotions: promotions.map(({ isAutomatic, giftMissesBy, ...item }, index) => {
      const price = item.gift_variant_id === "v1" ? sampleLine.unit_price : given.unit_price;
      const worth = price * (item.get_quantity ?? 1) + item.spent;
      return {
        ...item,
        ...(item.type === "gift" && giftMissesBy !== null
          ? { budget: Math.max(0, worth - giftMissesBy) }
          : {}),
        id: `p${index}`,
        name: `Promo ${index}`,
        code: isAutomatic ? null : `KODE${index}`,
      };
    }),
    rates: rates.map((item, index) => ({ ...sampleRate, ...item, method_id: `m${index}` })),
    shipping_method_id: choice === 3 ? null : `m${choice}`,
  }));
