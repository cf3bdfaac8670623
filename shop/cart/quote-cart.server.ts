import type { Language } from "#base/language.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import type { Actor } from "#shop/access.ts";
import { normaliseCode } from "#shop/promotions/promotion.ts";
import { deliveryDates } from "#shop/shipping/rates.ts";
import type { CartProblem, Quote, QuoteInput } from "./cart.ts";
import {
  type LoadedVariant,
  loadPromotions,
  loadRates,
  loadSettings,
  loadVariants,
  type Settings,
} from "./load-cart.server.ts";
import { type PricedCart, priceCart } from "./price-cart.ts";

export interface Evaluation {
  readonly quote: Quote;
  readonly priced: PricedCart;
  readonly variants: readonly LoadedVariant[];
  readonly settings: Settings;
}

/**
 * What a cart costs now, and what is wrong with it. Nothing is stored or set aside. Lines that cannot be bought
 * are left out of the sums and named in `problems`.
 */
export async function quoteCart(
  actor: Actor,
  input: QuoteInput,
  language: Language,
): Promise<Quote> {
  return (await evaluateCart(asShop(), actor, input, language, new Date())).quote;
}

/** The same within a transaction: placing an order prices the cart by this and nothing else. */
export async function evaluateCart(
  sql: Sql,
  actor: Actor,
  input: QuoteInput,
  language: Language,
  now: Date,
): Promise<Evaluation> {
  const problems: CartProblem[] = [];
  const [found, settings, promotions, destination] = await Promise.all([
    loadVariants(sql, [...new Set(input.lines.map((line) => line.variant_id))], language),
    loadSettings(sql),
    loadPromotions(sql, input.promo_codes ?? [], actor, language),
    findDestination(sql, actor, input, problems),
  ]);
  const rates = destination === null ? [] : await loadRates(sql, destination, language);

  for (const code of input.promo_codes ?? []) {
    if (!promotions.some((promotion) => promotion.code === normaliseCode(code))) {
      problems.push({ code: "promo_not_found", promo_code: normaliseCode(code) });
    }
  }
  const lines = buyableLines(input, found, problems);
  const priced = priceCart({
    lines: lines.map(({ variant, quantity }) => ({ ...variant, quantity })),
    promotions,
    rates,
    shipping_method_id: input.shipping_method_id ?? null,
    tax: settings.tax,
    now,
  });
  for (const { promotion, problem } of priced.promo_problems) {
    problems.push({ ...problem, promo_code: promotion.code });
  }
  if (destination !== null && lines.length > 0 && priced.shipping_options.length === 0) {
    problems.push({ code: "not_deliverable" });
  } else if (input.shipping_method_id && destination !== null && priced.shipping === null) {
    problems.push({ code: "shipping_method_not_available" });
  }

  return {
    priced,
    settings,
    variants: lines.map((line) => line.variant),
    quote: {
      lines: lines.map(({ variant, quantity }, index) => ({
        variant_id: variant.id,
        product_slug: variant.product_slug,
        name: variant.name,
        options: variant.options,
        sku: variant.sku,
        picture: variant.picture,
        quantity,
        unit_price: variant.unit_price,
        was_price: variant.was_price,
        discount: priced.lines[index]?.discount ?? 0,
        total: priced.lines[index]?.total ?? 0,
        stock_band: variant.stock_band,
      })),
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
      shipping_options: priced.shipping_options.map(({ rate, price }) => ({
        id: rate.method_id,
        name: rate.name,
        courier: `${rate.courier} ${rate.service}`,
        price,
        ...deliveryDates(now, rate, settings),
      })),
      shipping_method_id: priced.shipping === null ? null : (input.shipping_method_id ?? null),
      free_shipping: freeShipping(priced),
      terms_version: settings.terms_version,
      problems,
    },
  };
}

interface BuyableLine {
  readonly variant: LoadedVariant;
  readonly quantity: number;
}

/** Pieces are summed per variant before they are compared with the stock: two lines of one thing share it. */
function buyableLines(
  input: QuoteInput,
  found: ReadonlyMap<string, LoadedVariant>,
  problems: CartProblem[],
): BuyableLine[] {
  const asked = new Map<string, number>();
  const lines: BuyableLine[] = [];
  for (const [index, line] of input.lines.entries()) {
    const variant = found.get(line.variant_id);
    if (!variant) {
      problems.push({ code: "variant_not_found", line: index });
      continue;
    }
    const before = asked.get(variant.id) ?? 0;
    asked.set(variant.id, before + line.quantity);
    if (variant.available === 0) problems.push({ code: "out_of_stock", line: index });
    else if (before + line.quantity > variant.available) {
      const available = Math.max(0, variant.available - before);
      problems.push({ code: "not_enough_stock", line: index, available });
    }
    lines.push({ variant, quantity: line.quantity });
  }
  return lines;
}

async function findDestination(
  sql: Sql,
  actor: Actor,
  input: QuoteInput,
  problems: CartProblem[],
): Promise<string | null> {
  if (input.address_id) {
    const [address] =
      actor.kind === "person"
        ? await sql<{ region_code: string }[]>`
            select region_code from addresses where id = ${input.address_id} and customer_id = ${actor.id}`
        : [];
    if (address) return address.region_code;
    problems.push({ code: "address_not_found" });
    return null;
  }
  if (!input.region_code) return null;
  const [region] = await sql`select from regions where code = ${input.region_code}`;
  if (region) return input.region_code;
  problems.push({ code: "region_not_found" });
  return null;
}

/** How far the goods are from the lowest free-delivery threshold that the destination offers. */
function freeShipping(priced: PricedCart): Quote["free_shipping"] {
  const thresholds = priced.shipping_options.flatMap(({ rate }) =>
    rate.free_from === null ? [] : [rate.free_from],
  );
  if (thresholds.length === 0) return null;
  const from = Math.min(...thresholds);
  const goods = priced.subtotal - priced.discount;
  return { from, missing: Math.max(0, from - goods) };
}
