import { prorate, type Rupiah } from "#shop/money.ts";
import {
  discountOn,
  type PromoProblem,
  type Promotion,
  whyNotNow,
} from "#shop/promotions/promotion.ts";
import { isEligible, type Parcel, type ShippingRate, shippingPrice } from "#shop/shipping/rates.ts";
import { type TaxRate, taxIncluded } from "#shop/tax.ts";

export interface LineToPrice extends Parcel {
  readonly unit_price: Rupiah;
  readonly category_slugs: readonly string[];
}

export interface CartToPrice {
  readonly lines: readonly LineToPrice[];
  /** In the order the customer gave them. */
  readonly promotions: readonly Promotion[];
  /** Methods that reach the destination; empty while there is none. */
  readonly rates: readonly ShippingRate[];
  readonly shipping_method_id: string | null;
  readonly tax: TaxRate | null;
  readonly now: Date;
}

export interface PricedCart {
  readonly lines: readonly { discount: Rupiah; total: Rupiah; tax_included: Rupiah }[];
  readonly subtotal: Rupiah;
  readonly discount: Rupiah;
  /** Price of each eligible method before a promo on delivery. */
  readonly shipping_options: readonly { rate: ShippingRate; price: Rupiah }[];
  /** To pay for the chosen method; null when none is chosen or it cannot be used. */
  readonly shipping: Rupiah | null;
  readonly shipping_discount: Rupiah;
  readonly tax_included: Rupiah;
  readonly total: Rupiah;
  readonly promos: readonly { promotion: Promotion; discount: Rupiah }[];
  readonly promo_problems: readonly { promotion: Promotion; problem: PromoProblem }[];
}

/**
 * The price of a cart. Codes act in a fixed order: on products, then on the order's reduced sum, then on delivery;
 * one code of each class. Thresholds look at the goods after product discounts, before delivery. Each discount is
 * shared over the lines by largest remainder, so lines and order always agree to the rupiah.
 */
export function priceCart(cart: CartToPrice): PricedCart {
  const gross = cart.lines.map((line) => line.unit_price * line.quantity);
  const subtotal = sum(gross);
  const discounts = gross.map(() => 0);
  const promos: { promotion: Promotion; discount: Rupiah }[] = [];
  const problems: { promotion: Promotion; problem: PromoProblem }[] = [];
  const remaining = () => gross.map((amount, index) => amount - (discounts[index] ?? 0));
  const eligibleGoods = (promotion: Promotion) =>
    remaining().map((amount, index) => (isEligibleLine(promotion, cart.lines[index]) ? amount : 0));

  const chosen = onePerClass(cart, problems);
  for (const name of ["product", "order"] as const) {
    const promotion = chosen.get(name);
    if (!promotion) continue;
    const eligible = eligibleGoods(promotion);
    const problem = whyNotGoods(promotion, sum(remaining()), eligible);
    if (problem) {
      problems.push({ promotion, problem });
      continue;
    }
    const discount = discountOn(promotion, sum(eligible));
    for (const [index, share] of prorate(discount, eligible).entries()) {
      discounts[index] = (discounts[index] ?? 0) + share;
    }
    promos.push({ promotion, discount });
  }

  const goods = sum(remaining());
  const shipping_options = cart.rates
    .filter((rate) => isEligible(rate, cart.lines, goods))
    .map((rate) => ({ rate, price: shippingPrice(rate, cart.lines, goods) }));
  const option = shipping_options.find(({ rate }) => rate.method_id === cart.shipping_method_id);
  let shipping_discount = 0;
  const onShipping = chosen.get("shipping");
  if (onShipping) {
    const problem = whyNotGoods(onShipping, goods, eligibleGoods(onShipping));
    if (problem) problems.push({ promotion: onShipping, problem });
    else {
      shipping_discount = option ? discountOn(onShipping, option.price) : 0;
      promos.push({ promotion: onShipping, discount: shipping_discount });
    }
  }
  const shipping = option ? option.price - shipping_discount : null;

  const lines = remaining().map((total, index) => ({
    discount: discounts[index] ?? 0,
    total,
    tax_included: taxIncluded(total, cart.tax),
  }));
  return {
    lines,
    subtotal,
    discount: sum(discounts),
    shipping_options,
    shipping,
    shipping_discount,
    tax_included:
      sum(lines.map((line) => line.tax_included)) + taxIncluded(shipping ?? 0, cart.tax),
    total: goods + (shipping ?? 0),
    promos,
    promo_problems: problems,
  };
}

function onePerClass(
  cart: CartToPrice,
  problems: { promotion: Promotion; problem: PromoProblem }[],
): Map<Promotion["class"], Promotion> {
  const chosen = new Map<Promotion["class"], Promotion>();
  for (const promotion of cart.promotions) {
    const other = chosen.get(promotion.class);
    const problem: PromoProblem | undefined =
      whyNotNow(promotion, cart.now) ??
      (other ? { code: "promo_not_combinable", with: other.code } : undefined);
    if (problem) problems.push({ promotion, problem });
    else chosen.set(promotion.class, promotion);
  }
  return chosen;
}

function isEligibleLine(promotion: Promotion, line: LineToPrice | undefined): boolean {
  if (promotion.category_slugs.length === 0) return true;
  return line?.category_slugs.some((slug) => promotion.category_slugs.includes(slug)) ?? false;
}

function whyNotGoods(
  promotion: Promotion,
  goods: Rupiah,
  eligible: readonly Rupiah[],
): PromoProblem | undefined {
  if (sum(eligible) === 0) return { code: "promo_no_eligible_items" };
  if (goods < promotion.min_subtotal) {
    return { code: "promo_min_subtotal", missing: promotion.min_subtotal - goods };
  }
  return undefined;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
