import type { CartToPrice, LineToPrice } from "#shop/orders/cart/price-cart.ts";
import type { Promotion } from "#shop/promotions/promotion.ts";
import type { ShippingRate } from "#shop/settings/shipping/rates/rates.ts";
import { Fraction, fairShares, largest, least, total } from "./fraction.ts";

/* Parts of the price oracle: why a promotion does not apply, its discount, the price of delivery. */

const overlaps = (some: readonly string[], others: readonly string[]) =>
  some.length > 0 && !some.every((one) => !others.includes(one));
const names = (line: LineToPrice) => [
  `product ${line.product_id}`,
  ...line.category_ids.map((id) => `category ${id}`),
];
const listed = (products: readonly string[], categories: readonly string[]) => [
  ...products.map((id) => `product ${id}`),
  ...categories.map((id) => `category ${id}`),
];

function isBarred(promotion: Promotion, line: LineToPrice): boolean {
  const barred = listed(promotion.excluded_product_ids, promotion.excluded_category_ids);
  return overlaps(barred, names(line)) || (line.is_on_sale && promotion.exclude_sale_items);
}

function reaches(promotion: Promotion, line: LineToPrice): boolean {
  const wanted = listed(promotion.product_ids, promotion.category_ids);
  return !isBarred(promotion, line) && (wanted.length === 0 || overlaps(wanted, names(line)));
}

export const fits = ({ budget, spent }: Promotion, amount: bigint) =>
  budget === null || BigInt(spent) + amount <= BigInt(budget);

/**
 * Why a promotion has no effect: for this purchase at all, or for these lines, of which `left` is the remaining
 * price.
 */
export function whyShut(
  promotion: Promotion,
  where: CartToPrice | readonly LineToPrice[],
  left?: readonly bigint[],
): string | undefined {
  const reasons = left
    ? ofLines(promotion, where as readonly LineToPrice[], left)
    : ofPurchase(promotion, where as CartToPrice);
  return reasons.find(([applies]) => applies)?.[1];
}

function ofPurchase(
  promotion: Promotion,
  cart: CartToPrice,
): readonly (readonly [boolean, string])[] {
  const { region_codes, payment_methods } = promotion;
  const place = cart.region_code ?? "nowhere";
  const methods = cart.payment_method
    ? [cart.payment_method, cart.payment_method.replace(/:.*/, "")]
    : [];
  return [
    [!promotion.enabled && !promotion.was_active, "promo_not_found"],
    [(promotion.starts_at?.getTime() ?? -Infinity) > cart.now.getTime(), "promo_not_started"],
    [(promotion.ends_at?.getTime() ?? Infinity) < cart.now.getTime(), "promo_expired"],
    [!promotion.enabled, "promo_inactive"],
    [
      promotion.is_code_used || promotion.used >= (promotion.usage_limit ?? Infinity),
      "promo_limit_reached",
    ],
    [(promotion.budget ?? Infinity) - promotion.spent <= 0, "promo_budget_spent"],
    [!["everyone", "member"].includes(promotion.audience), "promo_not_for_you"],
    [
      promotion.used_by_customer >= (promotion.per_customer_limit ?? Infinity),
      "promo_already_used",
    ],
    [promotion.first_order_only && promotion.orders_of_customer !== 0, "promo_first_order_only"],
    [
      region_codes.length > 0 && !region_codes.some((code) => place.slice(0, code.length) === code),
      "promo_region",
    ],
    [payment_methods.length > 0 && !overlaps(payment_methods, methods), "promo_payment_method"],
  ];
}

function ofLines(
  promotion: Promotion,
  lines: readonly LineToPrice[],
  left: readonly bigint[],
): readonly (readonly [boolean, string])[] {
  const at = lines.flatMap((line, index) => (reaches(promotion, line) ? [index] : []));
  const money = total(at.map((index) => left[index] ?? 0n));
  const pieces = at.reduce((count, index) => count + (lines[index]?.quantity ?? 0), 0);
  const isAboutMoney = promotion.class !== "shipping" && promotion.type !== "gift";
  const more = [promotion.min_quantity - pieces];
  if (promotion.type === "buy_x_get_y") more.push(piecesToGo(promotion, lines));
  const wanting = Math.max(...more);
  const missing = BigInt(promotion.min_subtotal) - total(left);
  return [
    [at.length === 0 || (isAboutMoney && money === 0n), "promo_no_eligible_items"],
    [wanting > 0, `promo_min_quantity ${wanting}`],
    [missing > 0n, `promo_min_subtotal ${missing}`],
  ];
}

/** Every piece of the wanted lines: its line and its price. */
const piecesOf = (
  lines: readonly LineToPrice[],
  isWanted: (line: LineToPrice, index: number) => boolean,
) =>
  lines.flatMap((line, index) =>
    isWanted(line, index)
      ? Array<{ index: number; price: bigint }>(line.quantity).fill({
          index,
          price: BigInt(line.unit_price),
        })
      : [],
  );

function deal(promotion: Promotion, lines: readonly LineToPrice[]) {
  const rewarded = listed(promotion.reward_product_ids, promotion.reward_category_ids);
  const [x, y] = [Number(promotion.buy_quantity), Number(promotion.get_quantity)];
  const isOwn = rewarded.length === 0;
  const isPrize = (line: LineToPrice) =>
    line.unit_price > 0 &&
    (isOwn
      ? reaches(promotion, line)
      : !isBarred(promotion, line) && overlaps(rewarded, names(line)));
  const prizes = piecesOf(lines, isPrize);
  const paid = isOwn
    ? prizes
    : piecesOf(lines, (line) => line.unit_price > 0 && reaches(promotion, line) && !isPrize(line));
  let rounds = 0;
  while ((rounds + 1) * (isOwn ? x + y : x) <= paid.length) rounds++;
  const cheapest = prizes.toSorted((a, b) => Number(a.price - b.price) || a.index - b.index);
  return { won: cheapest.slice(0, rounds * y), paid: paid.length, round: isOwn ? x + y : x };
}

function piecesToGo(promotion: Promotion, lines: readonly LineToPrice[]): number {
  const { won, paid, round } = deal(promotion, lines);
  return won.length > 0 ? 0 : Math.max(1, round - paid);
}

/** A product promotion's discount on each line, of which `left` remains. */
export function offPieces(
  promotion: Promotion,
  lines: readonly LineToPrice[],
  left: readonly bigint[],
): bigint[] {
  const percent = new Fraction(BigInt(promotion.value), 100n);
  const off = (amount: bigint) =>
    promotion.type === "fixed"
      ? least(BigInt(promotion.value), amount)
      : percent.times(new Fraction(amount)).floor();
  const cap = promotion.max_discount === null ? undefined : BigInt(promotion.max_discount);
  const cut = (amounts: readonly bigint[]) =>
    cap !== undefined && total(amounts) > cap ? fairShares(cap, amounts) : [...amounts];
  const byLine = (pieces: readonly { index: number; price: bigint }[]) =>
    lines.map((_, index) =>
      total(pieces.flatMap((piece) => (piece.index === index ? [off(piece.price)] : []))),
    );
  if (promotion.type === "buy_x_get_y") return cut(byLine(deal(promotion, lines).won));
  const meant = lines.map((line) => reaches(promotion, line));
  if (promotion.allocation === "each") {
    return cut(
      byLine(piecesOf(lines, (_, index) => Boolean(meant[index]) && (left[index] ?? 0n) > 0n)),
    );
  }
  const weights = left.map((amount, index) => (meant[index] ? amount : 0n));
  const wish = off(total(weights));
  return fairShares(cap !== undefined && wish > cap ? cap : wish, weights);
}

export function deliveryPrice(
  rate: ShippingRate,
  cart: CartToPrice,
  shipment: readonly LineToPrice[],
  goods: bigint,
): bigint | undefined {
  const each = (read: (line: LineToPrice) => number) =>
    total(shipment.map((line) => BigInt(read(line)) * BigInt(line.quantity)));
  const grams = each((line) =>
    line.weight_grams === 0 ? cart.default_weight_grams : line.weight_grams,
  );
  const within = (value: bigint, low: number | null, high: number | null) =>
    value >= BigInt(low ?? 0) && (high === null || value <= BigInt(high));
  if (!within(grams, rate.min_weight_grams, rate.max_weight_grams)) return;
  if (!within(goods, rate.min_subtotal, rate.max_subtotal)) return;
  const barred = listed(rate.excluded_product_ids, rate.excluded_category_ids);
  if (shipment.some((line) => overlaps(barred, names(line)))) return;
  const carried = new Set(rate.shipping_classes);
  if (carried.size > 0 && shipment.some((line) => !carried.has(line.shipping_class))) return;
  const methods = cart.payment_method
    ? [cart.payment_method, cart.payment_method.replace(/:.*/, "")]
    : undefined;
  if (rate.payment_methods.length > 0 && methods && !overlaps(rate.payment_methods, methods))
    return;

  // A courier's divisor converts cubic centimetres to kilograms; one cubic centimetre is a thousand cubic
  // millimetres.
  const cubic = each((line) => line.length_mm * line.width_mm * line.height_mm);
  const volumetric = new Fraction(cubic, 1000n).times(
    new Fraction(1000n, BigInt(rate.volumetric_divisor)),
  );
  const step = BigInt(rate.step_grams);
  const steps = (amount: Fraction) => amount.times(new Fraction(1n, step)).ceil();
  const charged = largest(1n, steps(new Fraction(grams)), steps(volumetric));
  const tier = (value: bigint) => {
    const found = rate.tiers.find(({ up_to }) => up_to === null || BigInt(up_to) >= value);
    return found && BigInt(found.price);
  };
  const table = {
    per_kg: () => BigInt(rate.first_kg) + (charged - 1n) * BigInt(rate.next_kg),
    flat: () => BigInt(rate.flat_price),
    weight_tiers: () => tier(charged * step),
    subtotal_tiers: () => tier(goods),
    percent: () => new Fraction(goods * BigInt(rate.percent), 100n).floor(),
  };
  const price = rate.live_price === null ? table[rate.pricing]() : BigInt(rate.live_price);
  if (price === undefined) return;
  const isGift = rate.free_from !== null && goods >= BigInt(rate.free_from);
  const gift = rate.max_subsidy === null ? price : BigInt(rate.max_subsidy);
  return isGift ? largest(0n, price - gift) : price;
}
