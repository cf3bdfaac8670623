import { deepStrictEqual, ok } from "node:assert/strict";
import {
  type CartToPrice,
  type LineToPrice,
  type PricedCart,
  priceCart,
} from "#shop/orders/cart/price-cart.ts";
import type { PromoClass, Promotion } from "#shop/promotions/promotion.ts";
import { Fraction, total } from "./fraction.ts";
import { deliveryPrice, fits, offPieces, whyShut } from "./promotion-oracle.ts";

/*
 * An independent calculation of a cart's price, written from the rules (business rules 3 to 6) and not from the code:
 * exact fractions, one rupiah distributed at a time, every piece by itself, each plan calculated from the beginning.
 */

type Refusals = Map<Promotion, string>;

interface Plan {
  readonly left: bigint[];
  readonly full: bigint[];
  readonly gifts: { promotion: Promotion; line: LineToPrice }[];
  readonly taken: [Promotion, bigint][];
  readonly options: (readonly [string, bigint])[];
  readonly shipping: bigint | null;
  readonly shippingDiscount: bigint;
  readonly refusals: Refusals;
}

const friends = (one: Promotion, other: Promotion) =>
  new Set(one.combines_with).has(other.class) && new Set(other.combines_with).has(one.class);
const called = (promotion: Promotion) => promotion.code ?? promotion.name;

/** A total order: typed before automatic, then priority, then id. */
const ranked = (promotions: readonly Promotion[]) => [
  ...promotions.filter(({ code }) => code !== null),
  ...promotions
    .filter(({ code }) => code === null)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .toSorted((a, b) => b.priority - a.priority),
];

/** The first one of those with the highest value. */
function best<T>(all: readonly T[], worth: (one: T) => bigint): T | undefined {
  let found: T | undefined;
  for (const one of all) if (found === undefined || worth(one) > worth(found)) found = one;
  return found;
}

/** The price of the cart with exactly these codes. */
function reckon(
  cart: CartToPrice,
  codes: readonly Promotion[],
  automatic: readonly Promotion[],
): Plan {
  const refusals: Refusals = new Map();
  const taken: [Promotion, bigint][] = [];
  const bought = cart.lines;
  const full = bought.map((line) => BigInt(line.unit_price) * BigInt(line.quantity));
  let left = [...full];
  const may = (name: PromoClass) =>
    ranked(
      [
        ...codes,
        ...automatic.filter((one) =>
          codes.every((code) => code.class === one.class || friends(code, one)),
        ),
      ].filter(
        (one) =>
          one.class === name &&
          taken.every(([other]) => other.class === name || friends(other, one)),
      ),
    );
  const shut = (promotion: Promotion, gives: () => bigint) =>
    whyShut(promotion, bought, left) ??
    (fits(promotion, gives()) ? undefined : "promo_budget_spent");
  /** Promotions with an effect; typed codes without one get a reason. */
  const open = (all: readonly Promotion[], gives: (promotion: Promotion) => bigint) =>
    all.filter((promotion) => {
      const reason = shut(promotion, () => gives(promotion));
      if (reason && promotion.code !== null) refusals.set(promotion, reason);
      return !reason;
    });

  // Gifts come first: they depend on the cart as the buyer filled it.
  const gifts: { promotion: Promotion; line: LineToPrice }[] = [];
  for (const promotion of may("product").filter(({ type }) => type === "gift")) {
    const gift = cart.gifts.get(String(promotion.gift_variant_id));
    const wanted = Number(promotion.get_quantity);
    const gone = [...bought, ...gifts.map(({ line }) => line)].flatMap((line) =>
      line.variant_id === promotion.gift_variant_id ? Array<1>(line.quantity).fill(1) : [],
    ).length;
    const isThere = gift !== undefined && gift.available >= gone + wanted;
    const reason =
      whyShut(promotion, bought, left) ??
      (!isThere
        ? "promo_gift_out_of_stock"
        : fits(promotion, BigInt(gift.unit_price) * BigInt(wanted))
          ? undefined
          : "promo_budget_spent");
    if (reason) {
      if (promotion.code !== null) refusals.set(promotion, reason);
    } else if (gift) gifts.push({ promotion, line: { ...gift, quantity: wanted } });
  }

  // Line promotions: each is tried on the full cart, and the best one of a line applies.
  const off = new Map<Promotion, bigint[]>();
  const tried = open(
    may("product").filter(({ type }) => type !== "gift"),
    (promotion) => total(offPieces(promotion, bought, left)),
  );
  for (const promotion of tried) off.set(promotion, offPieces(promotion, bought, left));
  const winners = bought.map((_, index) => {
    const winner = best(tried, (promotion) => off.get(promotion)?.[index] ?? 0n);
    return winner && (off.get(winner)?.[index] ?? 0n) > 0n ? winner : undefined;
  });
  for (const promotion of tried) {
    const won = bought.map((_, index) =>
      winners[index] === promotion ? (off.get(promotion)?.[index] ?? 0n) : 0n,
    );
    const wished = bought.findIndex((_, index) => (off.get(promotion)?.[index] ?? 0n) > 0n);
    const beatenBy = wished < 0 ? undefined : winners[wished];
    if (total(won) > 0n || (promotion.code !== null && !beatenBy)) {
      left = left.map((amount, index) => amount - (won[index] ?? 0n));
      taken.push([promotion, total(won)]);
    } else if (promotion.code !== null)
      refusals.set(promotion, `promo_not_better ${called(beatenBy as Promotion)}`);
  }
  for (const { promotion, line } of gifts) {
    full.push(BigInt(line.unit_price) * BigInt(line.quantity));
    taken.push([promotion, full.at(-1) ?? 0n]);
  }

  const single = (all: readonly Promotion[], gives: (promotion: Promotion) => bigint) => {
    const candidates = open(all, gives);
    const winner = best(
      candidates.filter((one) => one.code !== null || gives(one) > 0n),
      gives,
    );
    for (const other of candidates) {
      if (winner && other !== winner && other.code !== null)
        refusals.set(other, `promo_not_better ${called(winner)}`);
    }
    return winner;
  };
  const sumOff = (promotion: Promotion) => total(offPieces(promotion, bought, left));
  const onOrder = single(may("order"), sumOff);
  if (onOrder) {
    const shares = offPieces(onOrder, bought, left);
    taken.push([onOrder, total(shares)]);
    left = left.map((amount, index) => amount - (shares[index] ?? 0n));
  }

  const shipment = [...bought, ...gifts.map(({ line }) => line)];
  const options = cart.rates.flatMap((rate) => {
    const price = deliveryPrice(rate, cart, shipment, total(left));
    return price === undefined ? [] : [[rate.method_id, price] as const];
  });
  const chosen = options.find(([method]) => method === cart.shipping_method_id)?.[1];
  const offDelivery = ({ type, value, max_discount }: Promotion) => {
    if (chosen === undefined) return 0n;
    const wish =
      type === "free_shipping" || BigInt(value) > chosen ? chosen : chosen - BigInt(value);
    const worth = type === "fixed_shipping" && BigInt(value) > chosen ? 0n : wish;
    return max_discount !== null && worth > BigInt(max_discount) ? BigInt(max_discount) : worth;
  };
  const onDelivery = single(may("shipping"), offDelivery);
  const shippingDiscount = onDelivery ? offDelivery(onDelivery) : 0n;
  if (onDelivery) taken.push([onDelivery, shippingDiscount]);
  return {
    left: [...left, ...gifts.map(() => 0n)],
    full,
    gifts,
    taken,
    options,
    shipping: chosen === undefined ? null : chosen - shippingDiscount,
    shippingDiscount,
    refusals,
  };
}

/** Codes that combine, in their order. */
function admitted(
  codes: readonly Promotion[],
  cart: CartToPrice,
): { in: Promotion[]; out: Refusals } {
  const out: Refusals = new Map();
  const inside: Promotion[] = [];
  for (const code of codes) {
    const reason = whyShut(code, cart);
    const enemy = inside.find((other) => other.class === code.class || !friends(other, code));
    if (reason) out.set(code, reason);
    else if (enemy) out.set(code, `promo_not_combinable ${called(enemy)}`);
    else inside.push(code);
  }
  return { in: inside, out };
}

/** The expected result of `priceCart`, as plain numbers and texts. */
function expectedPrice(cart: CartToPrice) {
  const automatic = cart.promotions.filter((one) => one.code === null && !whyShut(one, cart));
  const dead: Refusals = new Map();
  let plan: Plan;
  let out: Refusals;
  let inside: Promotion[];
  do {
    const living = cart.promotions.filter((one) => one.code !== null && !dead.has(one));
    ({ in: inside, out } = admitted(living, cart));
    plan = reckon(cart, inside, automatic);
    for (const [promotion, reason] of plan.refusals) dead.set(promotion, reason);
  } while (plan.refusals.size > 0);

  const saves = ({ full, left, shippingDiscount }: Plan) =>
    total(full) - total(left) + shippingDiscount;
  const plain = reckon(cart, [], automatic);
  if (saves(plain) > saves(plan)) {
    const names = plain.taken.map(([promotion]) => called(promotion)).join(", ");
    for (const code of inside) dead.set(code, `promo_not_better ${names}`);
    plan = plain;
  }
  const { left, full, options, shipping, shippingDiscount, taken, gifts } = plan;
  const tax = (amount: bigint, taxClass: string) => {
    const rate = cart.tax?.[taxClass];
    if (!rate) return 0n;
    const share = new Fraction(BigInt(rate.rate_basis_points), 10_000n).times(
      new Fraction(BigInt(rate.base_numerator), BigInt(rate.base_denominator)),
    );
    // The part of a price p = net × (1 + share) that is tax.
    const exact = new Fraction(amount).times(new Fraction(share.n, share.d + share.n));
    return exact.plus(new Fraction(1n, 2n)).floor();
  };
  const lines = [...cart.lines, ...gifts.map(({ line }) => line)];
  // What is paid once for a line stands beside its goods: nothing lowers it, and it counts towards no threshold.
  const once = lines.map((line) => BigInt(line.setup_fee));
  const due = left.map((amount, index) => amount + (once[index] ?? 0n));
  const taxes = due.map((amount, index) => tax(amount, lines[index]?.tax_class ?? ""));
  const goods = total(left);
  return {
    lines: left.map((amount, index) => ({
      discount: Number((full[index] ?? 0n) - amount),
      total: Number(due[index]),
      tax_included: Number(taxes[index]),
    })),
    gifts: gifts.map(({ promotion, line }) => [promotion.id, line.variant_id, line.quantity]),
    subtotal: Number(total(full) + total(once)),
    setup_fee: Number(total(once)),
    discount: Number(total(full) - goods),
    shipping_options: options.map(([method, price]) => [method, Number(price)]),
    shipping: shipping === null ? null : Number(shipping),
    shipping_discount: Number(shippingDiscount),
    shipping_tax: Number(tax(shipping ?? 0n, "shipping")),
    tax_included: Number(total(taxes) + tax(shipping ?? 0n, "shipping")),
    total: Number(total(due) + (shipping ?? 0n)),
    promos: taken.map(([promotion, discount]) => [promotion.id, Number(discount)]),
    problems: [...dead, ...out].map(([promotion, reason]) => `${promotion.id} ${reason}`).sort(),
  };
}

/** The shop's result, in the oracle's format. */
function said(priced: PricedCart) {
  const { promo_problems, ...rest } = priced;
  return {
    ...rest,
    lines: priced.lines.map(({ discount, total, tax_included }) => ({
      discount,
      total,
      tax_included,
    })),
    gifts: priced.lines.flatMap(({ gift, line }) =>
      gift ? [[gift.id, line.variant_id, line.quantity]] : [],
    ),
    shipping_options: priced.shipping_options.map(({ rate, price }) => [rate.method_id, price]),
    promos: priced.promos.map(({ promotion, discount }) => [promotion.id, discount]),
    problems: promo_problems
      .map(({ promotion, problem }) => {
        const { code, ...data } = problem;
        const words =
          "missing" in data || "missing_pieces" in data || "with" in data
            ? Object.values(data)
            : [];
        return [promotion.id, code, ...words].join(" ");
      })
      .sort(),
  };
}

/** @throws AssertionError when the shop's price differs from the oracle's or breaks an invariant of prices */
export function checkPrice(cart: CartToPrice): void {
  const priced = priceCart(cart);
  deepStrictEqual(said(priced), expectedPrice(cart));

  const amounts = [
    ...priced.lines.flatMap((line) => [line.discount, line.total, line.tax_included]),
    ...[priced.subtotal, priced.discount, priced.shipping_discount, priced.tax_included],
    ...[priced.shipping ?? 0, priced.total],
  ];
  ok(amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0));
  ok(priced.discount <= priced.subtotal);
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  deepStrictEqual(sum(priced.lines.map((line) => line.total)), priced.subtotal - priced.discount);
  // Each promotion equals the sum of its shares, each line's discount too, and delivery has at most one promotion.
  for (const line of priced.lines)
    deepStrictEqual(sum(line.shares.map(({ amount }) => amount)), line.discount);
  for (const { promotion, discount } of priced.promos) {
    if (promotion.class === "shipping") continue;
    const shares = priced.lines.flatMap((line) =>
      line.shares.filter((share) => share.promotion === promotion),
    );
    deepStrictEqual(sum(shares.map(({ amount }) => amount)), discount);
  }
  const typed = priced.promos.flatMap(({ promotion }) =>
    promotion.code === null ? [] : promotion.class,
  );
  deepStrictEqual(new Set(typed).size, typed.length);
  for (const { promotion, discount } of priced.promos) {
    ok(promotion.budget === null || promotion.spent + discount <= promotion.budget);
    ok(
      promotion.max_discount === null ||
        promotion.type === "gift" ||
        discount <= promotion.max_discount,
    );
  }
  // No code reduces the discount that the cart would have without codes.
  if (!cart.promotions.some(({ code }) => code === null)) return;
  const without = priceCart({
    ...cart,
    promotions: cart.promotions.filter(({ code }) => code === null),
  });
  ok(without.discount + without.shipping_discount <= priced.discount + priced.shipping_discount);
}

/** The order of codes matters only between codes that do not combine. @throws AssertionError */
export function checkOrderOfCodes(cart: CartToPrice): void {
  const combine: CartToPrice = {
    ...cart,
    promotions: cart.promotions.map((one) => ({
      ...one,
      combines_with: ["product", "order", "shipping"],
    })),
  };
  const byClass = (name: PromoClass) => combine.promotions.filter((item) => item.class === name);
  const moved = [...byClass("shipping"), ...byClass("order"), ...byClass("product")];
  const [one, other] = [priceCart(combine), priceCart({ ...combine, promotions: moved })];
  deepStrictEqual({ ...other, promo_problems: [] }, { ...one, promo_problems: [] });
}
