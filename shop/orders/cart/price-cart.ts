import { zip } from "#base/zip.ts";
import { prorate, type Rupiah } from "#shop/kernel/money.ts";
import { shippingTaxClass, type TaxTable, taxIncluded } from "#shop/kernel/tax.ts";
import { acceptCodes, type RefusedCode } from "#shop/promotions/accept-codes.ts";
import {
  applyDeliveryDiscounts,
  applyLineDiscounts,
  applyOrderDiscounts,
  type Step,
  whyTooDear,
} from "#shop/promotions/apply-discounts.ts";
import { discountOn, type PromoLine, whyNotLines } from "#shop/promotions/discount.ts";
import { type Circumstances, whyNotNow } from "#shop/promotions/eligibility.ts";
import { byPrecedence, canCombine, labelOf, type Promotion } from "#shop/promotions/promotion.ts";
import {
  isEligible,
  type ShipmentLine,
  type ShippingRate,
  shippingPrice,
  weighed,
} from "#shop/settings/shipping/rates/rates.ts";
import type { StaffDiscount } from "./staff-sale.ts";

export interface LineToPrice extends ShipmentLine, PromoLine {
  readonly tax_class: string;
  /** Once for the line, with tax; no promotion lowers it and no threshold counts it. */
  readonly setup_fee: Rupiah;
}

/** A variant that a promotion can give away, and its available pieces. */
export interface Gift extends LineToPrice {
  readonly available: number;
}

export interface CartToPrice extends Circumstances {
  readonly lines: readonly LineToPrice[];
  /** Promotions of the typed codes in their given order, and the automatic ones. */
  readonly promotions: readonly Promotion[];
  /** Gifts by variant id. */
  readonly gifts: ReadonlyMap<string, Gift>;
  /** Methods that reach the destination; empty while there is none. */
  readonly rates: readonly ShippingRate[];
  readonly shipping_method_id: string | null;
  readonly tax: TaxTable;
  /** The staff discount on the goods. */
  readonly staff_discount?: StaffDiscount | null;
  /** Weight of a piece whose own weight is unknown, grams. */
  readonly default_weight_grams: number;
}

export interface PricedLine {
  readonly line: LineToPrice;
  /** The promotion that gives this line away; null on a line of the cart. */
  readonly gift: Promotion | null;
  readonly discount: Rupiah;
  /** quantity × unit_price + setup_fee − discount */
  readonly total: Rupiah;
  readonly tax_included: Rupiah;
  /** Each promotion's discount on this line; adds up to `discount` with `staff_discount`. */
  readonly shares: readonly { promotion: Promotion; amount: Rupiah }[];
  /** This line's share of the staff discount. */
  readonly staff_discount: Rupiah;
}

export interface PricedCart {
  /** The cart's lines, then the gifts. */
  readonly lines: readonly PricedLine[];
  /** Goods and set-up before discounts. */
  readonly subtotal: Rupiah;
  /** All set-up fees; part of `subtotal`. */
  readonly setup_fee: Rupiah;
  readonly discount: Rupiah;
  /** Price of each eligible method before a promotion on delivery. */
  readonly shipping_options: readonly { rate: ShippingRate; price: Rupiah }[];
  /** Delivery to pay for the chosen method; null when none is chosen or it cannot be used. */
  readonly shipping: Rupiah | null;
  readonly shipping_discount: Rupiah;
  readonly shipping_tax: Rupiah;
  readonly tax_included: Rupiah;
  readonly total: Rupiah;
  readonly promos: readonly { promotion: Promotion; discount: Rupiah }[];
  readonly promo_problems: readonly RefusedCode[];
}

/**
 * The price of a cart. Promotions apply in a fixed order: on lines (the best on each), on the order's reduced sum (the
 * best), then on delivery (the best). One code of each class counts; a typed code displaces the automatic promotions
 * that it does not combine with. A refused code counts as not given, and a code never raises the price: where the
 * automatic promotions alone discount more, they stay and the code gets a problem. Thresholds compare with the goods'
 * reduced price at their step. Discounts are prorated over the lines by largest remainder, so lines and order agree to
 * the rupiah.
 */
export function priceCart(cart: CartToPrice): PricedCart {
  const automatic = cart.promotions.filter(
    (promotion) => promotion.code === null && !whyNotNow(promotion, cart),
  );
  let codes = cart.promotions.filter(({ code }) => code !== null);
  const problems: RefusedCode[] = [];
  for (;;) {
    const { accepted, refused } = acceptCodes(codes, cart);
    const priced = priceWith(cart, accepted, automatic);
    if (priced.promo_problems.length === 0) {
      return inFavour(cart, priced, accepted, automatic, [...problems, ...refused]);
    }
    problems.push(...priced.promo_problems);
    codes = codes.filter((code) => !problems.some(({ promotion }) => promotion === code));
  }
}

/** The cheaper of the cart with its codes and without them. */
function inFavour(
  cart: CartToPrice,
  withCodes: PricedCart,
  accepted: readonly Promotion[],
  automatic: readonly Promotion[],
  problems: readonly RefusedCode[],
): PricedCart {
  const worth = (priced: PricedCart) => priced.discount + priced.shipping_discount;
  if (accepted.length > 0 && automatic.length > 0) {
    const without = priceWith(cart, [], automatic);
    if (worth(without) > worth(withCodes)) {
      const best = without.promos.map(({ promotion }) => labelOf(promotion)).join(", ");
      const refused = accepted.map((promotion) => ({
        promotion,
        problem: { code: "promo_not_better", with: best } as const,
      }));
      return { ...without, promo_problems: [...problems, ...refused] };
    }
  }
  return { ...withCodes, promo_problems: problems };
}

/** The price with these codes; `promo_problems` lists the codes without effect. */
function priceWith(
  cart: CartToPrice,
  codes: readonly Promotion[],
  automatic: readonly Promotion[],
): PricedCart {
  const applied: { promotion: Promotion; discount: Rupiah }[] = [];
  const refused: RefusedCode[] = [];
  const standing = automatic.filter((promotion) =>
    codes.every((code) => code.class === promotion.class || canCombine(code, promotion)),
  );
  const candidates = (name: Promotion["class"]) =>
    [...codes, ...standing].filter(
      (promotion) =>
        promotion.class === name &&
        applied.every(
          (other) => other.promotion.class === name || canCombine(other.promotion, promotion),
        ),
    );

  const given = giftsOf(cart, candidates("product"));
  refused.push(...given.refused);
  const bought = cart.lines.map((line) =>
    pricingLine(weighed(line, cart.default_weight_grams), null),
  );
  const gifts = given.gifts.map(({ promotion, line }) =>
    pricingLine(weighed(line, cart.default_weight_grams), promotion),
  );
  // Promotions see the purchased lines only; a gift adds nothing but its weight.
  const amounts = () => bought.map(({ left }) => left);
  const apply = (step: Step) => {
    refused.push(...step.refused);
    for (const { promotion, shares } of step.applied) {
      for (const [line, amount] of zip(bought, shares)) takeOff(line, promotion, amount);
      applied.push({ promotion, discount: sum(shares) });
    }
  };
  const onLines = candidates("product").filter(({ type }) => type !== "gift");
  apply(applyLineDiscounts(onLines, cart.lines, amounts()));
  for (const [gift, { promotion }] of zip(gifts, given.gifts)) {
    applied.push({ promotion, discount: gift.left });
    takeOff(gift, promotion, gift.left);
  }
  apply(applyOrderDiscounts(candidates("order"), cart.lines, amounts()));
  takeStaffDiscount(bought, cart.staff_discount ?? null);

  const open = [...bought, ...gifts];
  const lines = open.map(({ line }) => line);
  const gross = sum(open.map((line) => line.gross));
  const setup_fee = sum(lines.map((line) => line.setup_fee));
  const goods = sum(open.map(({ left }) => left));
  const shipping_options = cart.rates.flatMap((rate) => {
    if (!isEligible(rate, lines, goods, cart.payment_method)) return [];
    const price = shippingPrice(rate, lines, goods);
    return price === undefined ? [] : [{ rate, price }];
  });
  const option = shipping_options.find(({ rate }) => rate.method_id === cart.shipping_method_id);
  const delivery = applyDeliveryDiscounts(
    candidates("shipping"),
    cart.lines,
    amounts(),
    (promotion) => (option ? discountOn(promotion, option.price) : 0),
  );
  refused.push(...delivery.refused);
  if (delivery.best) applied.push({ promotion: delivery.best, discount: delivery.discount });
  const shipping = option ? option.price - delivery.discount : null;

  const priced = open.map(({ line, gift, gross, left, shares, staff }) => ({
    line,
    gift,
    discount: gross - left,
    total: left + line.setup_fee,
    tax_included: taxIncluded(left + line.setup_fee, line.tax_class, cart.tax),
    shares,
    staff_discount: staff,
  }));
  // Delivery costs nothing until a method is chosen.
  const shippingCharge = shipping === null ? 0 : shipping;
  const shipping_tax = taxIncluded(shippingCharge, shippingTaxClass, cart.tax);
  return {
    lines: priced,
    subtotal: gross + setup_fee,
    setup_fee,
    discount: gross - goods,
    shipping_options,
    shipping,
    shipping_discount: delivery.discount,
    shipping_tax,
    tax_included: sum(priced.map((line) => line.tax_included)) + shipping_tax,
    total: goods + setup_fee + shippingCharge,
    promos: applied,
    promo_problems: refused,
  };
}

/** A line while its price is computed. */
interface PricingLine {
  readonly line: LineToPrice;
  readonly gift: Promotion | null;
  readonly gross: Rupiah;
  /** The goods' price minus the discounts so far. */
  left: Rupiah;
  readonly shares: { promotion: Promotion; amount: Rupiah }[];
  staff: Rupiah;
}

function pricingLine(line: LineToPrice, gift: Promotion | null): PricingLine {
  const gross = line.unit_price * line.quantity;
  return { line, gift, gross, left: gross, shares: [], staff: 0 };
}

function takeOff(line: PricingLine, promotion: Promotion, amount: Rupiah): void {
  if (amount === 0) return;
  line.left -= amount;
  line.shares.push({ promotion, amount });
}

/** Prorates the staff discount over the lines, limited to their price after promotions. */
function takeStaffDiscount(bought: readonly PricingLine[], discount: StaffDiscount | null): void {
  if (discount === null) return;
  const amounts = bought.map(({ left }) => left);
  const amount = Math.min(staffDiscountOn(discount, sum(amounts)), sum(amounts));
  for (const [line, share] of zip(bought, prorate(amount, amounts))) {
    line.left -= share;
    line.staff = share;
  }
}

/** The staff discount on goods of this price, whole rupiah; half a rupiah rounds up. */
function staffDiscountOn({ kind, value }: StaffDiscount, goods: Rupiah): Rupiah {
  if (kind === "rupiah") return value;
  return Number((BigInt(goods) * BigInt(value) + 50n) / 100n);
}

/** The gifts of a cart, limited by the stock: pieces that the cart holds already are not given away. */
function giftsOf(
  cart: CartToPrice,
  candidates: readonly Promotion[],
): { gifts: { promotion: Promotion; line: LineToPrice }[]; refused: RefusedCode[] } {
  const refused: RefusedCode[] = [];
  const taken: { promotion: Promotion; line: LineToPrice }[] = [];
  const amounts = cart.lines.map((line) => line.unit_price * line.quantity);
  for (const promotion of candidates.filter(({ type }) => type === "gift").sort(byPrecedence)) {
    const gift = cart.gifts.get(promotion.gift_variant_id ?? "");
    const quantity = promotion.get_quantity ?? 1;
    const before = [...cart.lines, ...taken.map(({ line }) => line)]
      .filter(({ variant_id }) => variant_id === promotion.gift_variant_id)
      .reduce((pieces, line) => pieces + line.quantity, 0);
    const problem =
      whyNotLines(promotion, cart.lines, amounts) ??
      (gift && gift.available - before >= quantity
        ? whyTooDear(promotion, gift.unit_price * quantity)
        : ({ code: "promo_gift_out_of_stock" } as const));
    if (gift && !problem) taken.push({ promotion, line: { ...gift, quantity } });
    else if (problem && promotion.code !== null) refused.push({ promotion, problem });
  }
  return { gifts: taken, refused };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
