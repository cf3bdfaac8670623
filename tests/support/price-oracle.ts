import { deepStrictEqual, ok } from "node:assert/strict";
import fc from "fast-check";
import { type CartToPrice, type LineToPrice, priceCart } from "#shop/cart/price-cart.ts";
import type { PromoClass, Promotion } from "#shop/promotions/promotion.ts";
import type { ShippingRate } from "#shop/shipping/rates.ts";

/*
 * A second opinion on the price of a cart, written from the rules (docs: money, promo codes, delivery, tax) and not
 * from the code: exact fractions, one rupiah handed out at a time, classes as a list of winners.
 */

/** An exact fraction; the denominator is above zero. */
class Fraction {
  readonly n: bigint;
  readonly d: bigint;

  constructor(n: bigint, d = 1n) {
    this.n = n;
    this.d = d;
  }
  plus(other: Fraction): Fraction {
    return new Fraction(this.n * other.d + other.n * this.d, this.d * other.d);
  }
  times(other: Fraction): Fraction {
    return new Fraction(this.n * other.n, this.d * other.d);
  }
  exceeds(other: Fraction): boolean {
    return this.n * other.d > other.n * this.d;
  }
  /** Only for values from zero up. */
  floor(): bigint {
    return this.n / this.d;
  }
  ceil(): bigint {
    return (this.n + this.d - 1n) / this.d;
  }
}

const ascending = (values: readonly bigint[]) => values.toSorted((a, b) => Number(a - b));
const most = (...values: readonly bigint[]) => ascending(values).at(-1) ?? 0n;
const least = (...values: readonly bigint[]) => ascending(values)[0] ?? 0n;
const total = (values: readonly bigint[]) => values.reduce((a, b) => a + b, 0n);

/** Everybody's exact share rounded down, then each rupiah that is left to whoever is owed most. */
export function fairShares(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = total(weights);
  if (whole === 0n) return weights.map(() => 0n);
  const exact = weights.map((weight) => new Fraction(amount * weight, whole));
  const given = exact.map((share) => share.floor());
  while (total(given) < amount) {
    const owed = exact.map((share, index) => share.plus(new Fraction(-(given[index] ?? 0n))));
    let first = 0;
    for (const [index, debt] of owed.entries()) {
      if (debt.exceeds(owed[first] as Fraction)) first = index;
    }
    given[first] = (given[first] ?? 0n) + 1n;
  }
  return given;
}

function taxIn(amount: bigint, cart: CartToPrice): bigint {
  if (!cart.tax) return 0n;
  const exact = new Fraction(amount * BigInt(cart.tax.numerator), BigInt(cart.tax.denominator));
  return exact.plus(new Fraction(1n, 2n)).floor();
}

function lowered(promotion: Promotion, amount: bigint): bigint {
  const value = BigInt(promotion.value);
  const wish = {
    percent: new Fraction(value, 100n).times(new Fraction(amount)).floor(),
    fixed: value,
    free_shipping: amount,
    fixed_shipping: most(amount - value, 0n),
  }[promotion.type];
  const cap = promotion.max_discount === null ? wish : BigInt(promotion.max_discount);
  return least(wish, cap, amount);
}

function closedFor(promotion: Promotion, now: Date): string | undefined {
  const reasons: readonly (readonly [boolean, string])[] = [
    [!promotion.enabled, "promo_not_found"],
    [(promotion.starts_at?.getTime() ?? -Infinity) > now.getTime(), "promo_not_started"],
    [(promotion.ends_at?.getTime() ?? Infinity) < now.getTime(), "promo_expired"],
    [promotion.used >= (promotion.usage_limit ?? Infinity), "promo_limit_reached"],
    [
      promotion.used_by_customer >= (promotion.per_customer_limit ?? Infinity),
      "promo_already_used",
    ],
    [promotion.first_order_only && promotion.orders_of_customer !== 0, "promo_first_order_only"],
  ];
  return reasons.find(([applies]) => applies)?.[1];
}

const reaches = (promotion: Promotion, line: LineToPrice) =>
  promotion.category_slugs.length === 0 ||
  new Set([...promotion.category_slugs, ...line.category_slugs]).size <
    promotion.category_slugs.length + line.category_slugs.length;

function deliveryPrice(rate: ShippingRate, cart: CartToPrice, goods: bigint): bigint | undefined {
  const pieces = cart.lines.map((line) => BigInt(line.quantity));
  const each = (read: (line: LineToPrice) => bigint) =>
    total(cart.lines.map((line, index) => read(line) * (pieces[index] ?? 0n)));
  const grams = each((line) => BigInt(line.weight_grams));
  if (grams < BigInt(rate.min_weight_grams) || grams > BigInt(rate.max_weight_grams)) return;
  if (rate.max_subtotal !== null && goods > BigInt(rate.max_subtotal)) return;
  const volume = each((line) => BigInt(line.length_mm * line.width_mm * line.height_mm));
  // A courier's divisor is for cubic centimetres, of which each holds a thousand cubic millimetres.
  const kilograms = most(
    1n,
    new Fraction(grams, 1000n).ceil(),
    new Fraction(volume, 1000n).times(new Fraction(1n, BigInt(rate.volumetric_divisor))).ceil(),
  );
  const price = BigInt(rate.first_kg) + (kilograms - 1n) * BigInt(rate.next_kg);
  const isGift = rate.free_from !== null && goods >= BigInt(rate.free_from);
  const gift = rate.max_subsidy === null ? price : BigInt(rate.max_subsidy);
  return isGift ? most(0n, price - gift) : price;
}

/** What `priceCart` must say, as plain numbers and texts. */
function expectedPrice(cart: CartToPrice) {
  const problems: string[] = [];
  const taken: [Promotion, bigint][] = [];
  const open = cart.promotions.filter((promotion) => {
    const reason = closedFor(promotion, cart.now);
    if (reason) problems.push(`${promotion.id} ${reason}`);
    return !reason;
  });
  const winner = (name: PromoClass) => {
    const [first, ...others] = open.filter((promotion) => promotion.class === name);
    for (const other of others) problems.push(`${other.id} promo_not_combinable ${first?.code}`);
    return first;
  };

  const full = cart.lines.map((line) => BigInt(line.unit_price) * BigInt(line.quantity));
  let left = full;
  const refusal = (promotion: Promotion) => {
    const reached = left.filter((_, index) => reaches(promotion, cart.lines[index] as LineToPrice));
    if (total(reached) === 0n) return "promo_no_eligible_items";
    const missing = BigInt(promotion.min_subtotal) - total(left);
    return missing > 0n ? `promo_min_subtotal ${missing}` : undefined;
  };
  for (const promotion of [winner("product"), winner("order")]) {
    if (!promotion) continue;
    const reason = refusal(promotion);
    if (reason) {
      problems.push(`${promotion.id} ${reason}`);
      continue;
    }
    const weights = left.map((amount, index) =>
      reaches(promotion, cart.lines[index] as LineToPrice) ? amount : 0n,
    );
    const discount = lowered(promotion, total(weights));
    const shares = fairShares(discount, weights);
    left = left.map((amount, index) => amount - (shares[index] ?? 0n));
    taken.push([promotion, discount]);
  }

  const goods = total(left);
  const options = cart.rates.flatMap((rate) => {
    const price = deliveryPrice(rate, cart, goods);
    return price === undefined ? [] : [[rate.method_id, price] as const];
  });
  const chosen = options.find(([method]) => method === cart.shipping_method_id)?.[1];
  let shippingDiscount = 0n;
  const forDelivery = winner("shipping");
  if (forDelivery) {
    const reason = refusal(forDelivery);
    if (reason) problems.push(`${forDelivery.id} ${reason}`);
    else {
      shippingDiscount = chosen === undefined ? 0n : lowered(forDelivery, chosen);
      taken.push([forDelivery, shippingDiscount]);
    }
  }
  const shipping = chosen === undefined ? null : chosen - shippingDiscount;
  const taxes = left.map((amount) => taxIn(amount, cart));
  return {
    lines: left.map((amount, index) => ({
      discount: Number((full[index] ?? 0n) - amount),
      total: Number(amount),
      tax_included: Number(taxes[index]),
    })),
    subtotal: Number(total(full)),
    discount: Number(total(full) - goods),
    shipping_options: options.map(([method, price]) => [method, Number(price)]),
    shipping: shipping === null ? null : Number(shipping),
    shipping_discount: Number(shippingDiscount),
    tax_included: Number(total(taxes) + taxIn(shipping ?? 0n, cart)),
    total: Number(goods + (shipping ?? 0n)),
    promos: taken.map(([promotion, discount]) => [promotion.id, Number(discount)]),
    problems: problems.sort(),
  };
}

/** @throws AssertionError when the shop's price differs from the second opinion or breaks a law of its own */
export function checkPrice(cart: CartToPrice): void {
  const priced = priceCart(cart);
  deepStrictEqual(
    {
      ...priced,
      shipping_options: priced.shipping_options.map(({ rate, price }) => [rate.method_id, price]),
      promos: priced.promos.map(({ promotion, discount }) => [promotion.id, discount]),
      promo_problems: undefined,
      problems: priced.promo_problems
        .map(({ promotion, problem }) => [promotion.id, ...Object.values(problem)].join(" "))
        .sort(),
    },
    { ...expectedPrice(cart), promo_problems: undefined },
  );

  const amounts = [
    ...priced.lines.flatMap((line) => [line.discount, line.total, line.tax_included]),
    ...[priced.subtotal, priced.discount, priced.shipping_discount, priced.tax_included],
    ...[priced.shipping ?? 0, priced.total],
  ];
  ok(amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0));
  ok(priced.discount <= priced.subtotal);
  const sumOfLines = priced.lines.reduce((sum, line) => sum + line.total, 0);
  deepStrictEqual(sumOfLines, priced.subtotal - priced.discount);
  const classes = priced.promos.map(({ promotion }) => promotion.class);
  deepStrictEqual(new Set(classes).size, classes.length);
}

/** A code's place in the list decides only between codes of one class. @throws AssertionError */
export function checkOrderOfCodes(cart: CartToPrice): void {
  const byClass = (name: PromoClass) => cart.promotions.filter((item) => item.class === name);
  const moved = [...byClass("shipping"), ...byClass("order"), ...byClass("product")];
  const [one, other] = [priceCart(cart), priceCart({ ...cart, promotions: moved })];
  deepStrictEqual({ ...other, promo_problems: [] }, { ...one, promo_problems: [] });
}

const slugs = ["mug", "kaos", "poster"] as const;
const now = new Date("2026-11-20T03:00:00Z");
/** Small and large figures alike: half of all mistakes show only where the rounding matters. */
const rupiah = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  fc.integer({ min: 0, max: 500_000 }),
  fc.integer({ min: 0, max: 100_000_000 }),
);
const categories = fc.uniqueArray(fc.constantFrom(...slugs), { maxLength: 2 });
const near = fc.constantFrom(
  null,
  ...[-1, 0, 1].map((days) => new Date(now.getTime() + days * 86_400_000)),
);
const limit = fc.option(fc.integer({ min: 0, max: 3 }));

const line: fc.Arbitrary<LineToPrice> = fc.record({
  unit_price: rupiah,
  quantity: fc.integer({ min: 1, max: 99 }),
  weight_grams: fc.integer({ min: 0, max: 5_000 }),
  length_mm: fc.integer({ min: 0, max: 1_200 }),
  width_mm: fc.integer({ min: 0, max: 900 }),
  height_mm: fc.integer({ min: 0, max: 400 }),
  category_slugs: categories,
});

const promotion = fc
  .record({
    class: fc.constantFrom("product", "order", "shipping"),
    isFirstType: fc.boolean(),
    percent: fc.integer({ min: 1, max: 100 }),
    amount: rupiah,
    max_discount: fc.option(rupiah.map((amount) => amount + 1)),
    min_subtotal: fc.oneof(fc.constant(0), rupiah),
    category_slugs: fc.oneof(fc.constant([]), categories),
    // Most codes are good ones: the arithmetic needs more trying than the refusals.
    standing: fc.oneof(
      { weight: 3, arbitrary: fc.constant({}) },
      {
        weight: 1,
        arbitrary: fc.record({
          enabled: fc.boolean(),
          starts_at: near,
          ends_at: near,
          usage_limit: limit,
          per_customer_limit: limit,
          used: fc.integer({ min: 0, max: 3 }),
          used_by_customer: fc.integer({ min: 0, max: 3 }),
          first_order_only: fc.boolean(),
          orders_of_customer: fc.integer({ min: 0, max: 1 }),
        }),
      },
    ),
  })
  .map(({ isFirstType, percent, amount, standing, ...rest }): Omit<Promotion, "id" | "code"> => {
    const type =
      rest.class === "shipping"
        ? isFirstType
          ? "free_shipping"
          : "fixed_shipping"
        : isFirstType
          ? "percent"
          : "fixed";
    return {
      ...rest,
      type,
      name: "",
      value: type === "percent" ? percent : type === "free_shipping" ? 0 : amount + 1,
      enabled: true,
      starts_at: null,
      ends_at: null,
      usage_limit: null,
      per_customer_limit: null,
      used: 0,
      used_by_customer: 0,
      first_order_only: false,
      orders_of_customer: 0,
      ...standing,
    };
  });

const rate = fc.record({
  name: fc.constant(""),
  courier: fc.constant(""),
  service: fc.constant(""),
  min_weight_grams: fc.constantFrom(0, 0, 1_000),
  max_weight_grams: fc.constantFrom(10_000, 100_000, 10_000_000),
  max_subtotal: fc.option(rupiah),
  volumetric_divisor: fc.constantFrom(4_000, 5_000, 6_000),
  first_kg: fc.integer({ min: 0, max: 200_000 }),
  next_kg: fc.integer({ min: 0, max: 100_000 }),
  min_days: fc.constant(1),
  max_days: fc.constant(3),
  free_from: fc.option(rupiah),
  max_subsidy: fc.option(fc.integer({ min: 0, max: 50_000 })),
});

export const carts: fc.Arbitrary<CartToPrice> = fc
  .record({
    lines: fc.array(line, { maxLength: 6 }),
    promotions: fc.array(promotion, { maxLength: 5 }),
    rates: fc.array(rate, { maxLength: 3 }),
    choice: fc.integer({ min: 0, max: 3 }),
    tax: fc.constantFrom(
      null,
      { numerator: 11, denominator: 111 },
      { numerator: 12, denominator: 112 },
    ),
  })
  .map(({ choice, rates, promotions, ...rest }) => ({
    ...rest,
    now,
    promotions: promotions.map((item, index) => ({
      ...item,
      id: `p${index}`,
      code: `KODE${index}`,
    })),
    rates: rates.map((item, index) => ({ ...item, method_id: `m${index}` })),
    shipping_method_id: choice === 3 ? null : `m${choice}`,
  }));
