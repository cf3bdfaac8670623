import { dateNow } from "#base/clock.ts";
import type { Language } from "#base/language.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { loadDesigns } from "#shop/designs/load-designs.server.ts";
import type { Actor } from "#shop/kernel/access.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import type { CodeAsker } from "#shop/promotions/code-guesses.server.ts";
import { normaliseCode, type Promotion } from "#shop/promotions/promotion.ts";
import { cachedSettings, type Settings } from "#shop/settings/load-settings.server.ts";
import { deliveryDates } from "#shop/settings/shipping/delivery-dates.ts";
import type { ShippingRate } from "#shop/settings/shipping/rates/rates.ts";
import type { Destination } from "#shop/settings/shipping/zones/matching-zones.server.ts";
import { askCouriers } from "./ask-couriers.server.ts";
import type { CartInput, CartProblem, Quote, QuoteInput, ShownQuote } from "./cart.ts";
import {
  type BuyableLine,
  buyableLines,
  type EvaluatedLine,
  evaluatedLines,
  isScarce,
  productionDaysOf,
  surchargeOf,
} from "./cart-lines.ts";
import { findRates, loadKnownRates } from "./find-rates.server.ts";
import { findDesignWait } from "./first-approval.server.ts";
import { freeShipping } from "./free-shipping.ts";
import { guardCodes } from "./guard-codes.server.ts";
import { type LoadedVariant, loadVariants } from "./load-cart.server.ts";
import { loadPromotions } from "./load-promotions.server.ts";
import type { LoadedRate } from "./load-rates.server.ts";
import { type CartToPrice, type Gift, type PricedCart, priceCart } from "./price-cart.ts";
import { customLines, exceedsGoods } from "./staff-lines.ts";
import { atTypedDelivery } from "./typed-prices.ts";

export interface Evaluation {
  readonly quote: Quote;
  readonly priced: PricedCart;
  /** The lines that can be bought, then the gifts; `quote.lines` shows the same lines. */
  readonly lines: readonly EvaluatedLine[];
  readonly settings: Settings;
  /** Null while the destination is unknown. */
  readonly destination: Destination | null;
}

/** Facts that a transaction has read already. */
export interface Known {
  readonly settings: Settings;
  /** The destination of the input's address; null when the address is not the customer's. */
  readonly destination: Destination | null;
}

/** What a preview changes about the promotions of a cart. */
export interface Trial {
  /** The id of a stored promotion that is left out. */
  readonly without: string;
  /** An unsaved promotion; with a code it counts as typed. */
  readonly draft: Promotion | null;
}

/**
 * The price of a cart now, and its problems. Nothing is stored or held. Lines that cannot be bought are excluded from
 * the sums and listed in `problems`. An asker with too many wrong codes gets the price without codes, see `guardCodes`.
 */
export async function quoteCart(
  asker: CodeAsker,
  input: QuoteInput,
  language: Language,
): Promise<ShownQuote> {
  return guardCodes(asker, input, async (asked) => {
    const { actor } = asker;
    const now = dateNow();
    const { quote } = await evaluateCart(asShop(), actor, asked, language, now);
    const customerId = actor.kind === "person" ? actor.id : null;
    const design_wait_from = await findDesignWait(asShop(), quote.lines, customerId, now);
    return { ...quote, design_wait_from };
  });
}

/**
 * The same without the guard, within a transaction; placing an order prices the cart by this function too.
 * @param known facts that the transaction has read. With it no courier is asked, since a transaction makes no outbound
 * call, and everything is read afresh. Without it settings and rates come from the cache until they change. All
 * statements of a cart without gifts are pipelined.
 * @param trial of a preview of a promotion that is not saved yet
 * @param isPrinted the pieces will have designs that are not made yet, see `buyableLines`
 */
export async function evaluateCart(
  sql: Sql,
  actor: Actor,
  input: CartInput,
  language: Language,
  now: Date,
  known?: Known,
  trial?: Trial,
  isPrinted = false,
): Promise<Evaluation> {
  const prepared = await prepareCart(sql, actor, input, language, now, known, trial, isPrinted);
  const { cart, rates, lines, given, settings, destination, problems } = prepared;
  const { priced, asked } = await priceLive(cart, rates, settings, known ? "known" : "ask");
  for (const { promotion, problem } of priced.promo_problems) {
    problems.push({ ...problem, ...(promotion.code ? { promo_code: promotion.code } : {}) });
  }
  if (destination !== null && lines.length > 0 && priced.shipping_options.length === 0) {
    problems.push({ code: "not_deliverable" });
  } else if (input.shipping_method_id && destination !== null && priced.shipping === null) {
    problems.push({ code: "shipping_method_not_available" });
  }

  if (exceedsGoods(input.staff, priced)) problems.push({ code: "staff_discount_too_high" });

  const evaluated = evaluatedLines(lines, priced, given);
  const options = reducedOptions(priced, asked).toSorted(cheapestFirst);
  const production_days = productionDaysOf(lines);
  return {
    priced,
    settings,
    destination,
    lines: evaluated,
    quote: {
      lines: evaluated.map(({ quoted }) => quoted),
      subtotal: priced.subtotal,
      discount: priced.discount,
      shipping: priced.shipping,
      shipping_discount: priced.shipping_discount,
      tax_included: priced.tax_included,
      total: priced.total,
      promos: priced.promos.map(({ promotion, discount }) => ({
        code: promotion.code,
        name: promotion.name,
        discount,
      })),
      shipping_options: options.map(({ rate, price, reduced }) => ({
        id: rate.method_id,
        name: rate.name,
        courier: `${rate.courier} ${rate.service}`.trim(),
        is_pickup: rate.is_pickup,
        price,
        reduced,
        ...deliveryDates(now, rate, settings, production_days),
        production_days,
      })),
      shipping_method_id: priced.shipping === null ? null : (input.shipping_method_id ?? null),
      shipping_discount_up_to: shippingCap(options),
      scarce_payment_minutes: isScarce(evaluated, settings)
        ? Math.min(settings.payment_minutes, settings.scarce_payment_minutes)
        : null,
      scarce_transfers: settings.scarce_transfers,
      free_shipping: freeShipping(priced),
      terms_version: settings.terms_version,
      problems,
    },
  };
}

/** Sorts delivery options by the buyer's price, with pickup last. Equal prices keep the order of the shop's methods. */
function cheapestFirst(one: ReducedOption, other: ReducedOption): number {
  return (
    Number(one.rate.is_pickup) - Number(other.rate.is_pickup) ||
    one.reduced - other.reduced ||
    one.price - other.price
  );
}

function withTrial(loaded: readonly Promotion[], { without, draft }: Trial): Promotion[] {
  const others = loaded.filter(({ id }) => id !== without);
  if (draft === null) return others;
  return draft.code === null ? [...others, draft] : [draft, ...others];
}

/** A cart with everything that decides its price, before couriers are asked. */
export interface PreparedCart {
  readonly cart: CartToPrice;
  /** The rates of the cart with the source of their price. */
  readonly rates: readonly LoadedRate[];
  readonly lines: readonly BuyableLine[];
  readonly given: ReadonlyMap<string, LoadedVariant>;
  readonly settings: Settings;
  readonly destination: Destination | null;
  readonly problems: CartProblem[];
}

/** Loads what the price of a cart depends on; `evaluateCart` says how. */
export async function prepareCart(
  sql: Sql,
  actor: Actor,
  input: CartInput,
  language: Language,
  now: Date,
  known?: Known,
  trial?: Trial,
  isPrinted = false,
): Promise<PreparedCart> {
  const problems: CartProblem[] = [];
  const codes = input.promo_codes ?? [];
  const [found, designs, loaded, settings, [destination, loadedRates]] = await Promise.all([
    loadVariants(sql, [...new Set(input.lines.map((line) => line.variant_id))], language),
    loadDesigns(sql, actor, [...new Set(input.lines.flatMap((line) => line.design_id ?? []))]),
    loadPromotions(sql, codes, actor, language, input.address_id ?? null, input.staff?.contact),
    known ? known.settings : cachedSettings(),
    known
      ? loadKnownRates(sql, known.destination, language, problems)
      : findRates(sql, actor, input, language, problems),
  ]);
  const rates = atTypedDelivery(loadedRates, input.shipping_method_id, input.staff);
  const promotions = trial ? withTrial(loaded, trial) : loaded;
  const given = await loadGifts(sql, promotions, found, language);

  for (const code of codes) {
    if (!promotions.some((promotion) => promotion.code === normaliseCode(code))) {
      problems.push({ code: "promo_not_found", promo_code: normaliseCode(code) });
    }
  }
  const bought = buyableLines(input, found, designs, problems, isPrinted);
  const lines = input.staff ? [...bought, ...customLines(input.staff)] : bought;
  const cart: CartToPrice = {
    lines: lines.map(({ variant, quantity, design }) =>
      lineOf(variant, quantity, surchargeOf(design), design?.price.setup ?? 0),
    ),
    promotions,
    gifts: new Map([...given].map(([id, gift]) => [id, giftOf(gift)])),
    rates,
    shipping_method_id: input.shipping_method_id ?? null,
    region_code: destination?.region_code ?? null,
    payment_method: input.payment_method ?? null,
    tax: settings.tax,
    default_weight_grams: settings.default_weight_grams,
    staff_discount: input.staff?.discount ?? null,
    now,
  };
  return { cart, rates, lines, given, settings, destination, problems };
}

/** Prices the cart first: couriers quote all pieces, and the price decides which gifts come along. */
async function priceLive(
  cart: CartToPrice,
  rates: readonly LoadedRate[],
  settings: Settings,
  mode: "ask" | "known",
): Promise<{ priced: PricedCart; asked: CartToPrice }> {
  const priced = priceCart(cart);
  if (cart.region_code === null || !rates.some(({ source }) => source === "live")) {
    return { priced, asked: cart };
  }
  const shipments = priced.lines.map(({ line }) => line);
  const way = { origin: settings.origin_region_code, destination: cart.region_code };
  const asked = { ...cart, rates: await askCouriers(rates, shipments, way, mode) };
  return { priced: priceCart(asked), asked };
}

interface ReducedOption {
  readonly rate: ShippingRate;
  readonly price: Rupiah;
  readonly reduced: Rupiah;
  readonly promotion: Promotion | undefined;
}

/** The delivery options with the price of each if it is chosen. */
function reducedOptions(priced: PricedCart, cart: CartToPrice): readonly ReducedOption[] {
  const hasPromotion = cart.promotions.some((promotion) => promotion.class === "shipping");
  return priced.shipping_options.map(({ rate, price }) => {
    if (!hasPromotion) return { rate, price, reduced: price, promotion: undefined };
    const chosen = priceCart({ ...cart, shipping_method_id: rate.method_id });
    const used = chosen.promos.find(
      ({ promotion, discount }) => promotion.class === "shipping" && discount > 0,
    );
    return { rate, price, reduced: chosen.shipping ?? price, promotion: used?.promotion };
  });
}

/** Cap of the promotion on the cheapest delivery option, unless that option is free. */
function shippingCap(options: readonly ReducedOption[]): Rupiah | null {
  const [cheapest] = options
    .filter(({ rate }) => !rate.is_pickup)
    .toSorted((a, b) => a.reduced - b.reduced || a.price - b.price);
  return cheapest && cheapest.reduced > 0 ? (cheapest.promotion?.max_discount ?? null) : null;
}

/** @param surcharge of the line's design, for one piece: promotions lower it like the price of the goods */
function lineOf(variant: LoadedVariant, quantity: number, surcharge: Rupiah, setup_fee: Rupiah) {
  const unit_price = variant.unit_price + surcharge;
  return { ...variant, unit_price, setup_fee, variant_id: variant.id, quantity };
}

function giftOf(variant: LoadedVariant): Gift {
  return lineOf(variant, 1, 0, 0);
}

/** The gifts of the promotions; without a gift promotion no query runs. */
async function loadGifts(
  sql: Sql,
  promotions: readonly Promotion[],
  found: ReadonlyMap<string, LoadedVariant>,
  language: Language,
): Promise<ReadonlyMap<string, LoadedVariant>> {
  const wanted = promotions.flatMap(({ gift_variant_id }) => gift_variant_id ?? []);
  if (wanted.length === 0) return new Map();
  const missing = wanted.filter((id) => !found.has(id));
  const loaded = await loadVariants(sql, [...new Set(missing)], language);
  return new Map([...found, ...loaded]);
}
