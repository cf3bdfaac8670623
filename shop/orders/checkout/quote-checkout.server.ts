import { dateNow } from "#base/clock.ts";
import type { Language } from "#base/language.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import type { Actor } from "#shop/kernel/access.ts";
import { shippingTaxClass, taxIncluded } from "#shop/kernel/tax.ts";
import type { CartInput, QuoteInput } from "#shop/orders/cart/cart.ts";
import { findDesignWait } from "#shop/orders/cart/first-approval.server.ts";
import { guardCodes } from "#shop/orders/cart/guard-codes.server.ts";
import { type Evaluation, evaluateCart } from "#shop/orders/cart/quote-cart.server.ts";
import { offersFor } from "#shop/orders/payments/offers/offers.server.ts";
import type { CodeAsker } from "#shop/promotions/code-guesses.server.ts";
import type { CheckoutQuote } from "./checkout.ts";

/**
 * The price of a cart now, with payment methods and the fee of the chosen one. Nothing is stored or held. Codes are
 * guarded as by `quoteCart`.
 */
export async function quoteCheckout(
  asker: CodeAsker,
  input: QuoteInput,
  language: Language,
): Promise<CheckoutQuote> {
  return guardCodes(asker, input, (asked) => evaluateCheckout(asker.actor, asked, language));
}

/** The same without the guard, for a request whose codes were counted. */
export async function evaluateCheckout(
  actor: Actor,
  input: CartInput,
  language: Language,
): Promise<CheckoutQuote> {
  const sql = asShop();
  const evaluation = await evaluateCart(sql, actor, input, language, dateNow());
  return withPayment(sql, actor, evaluation, input, language);
}

/** The same for a priced cart, within a transaction. */
export async function withPayment(
  sql: Sql,
  actor: Actor,
  { quote, destination, settings }: Evaluation,
  input: QuoteInput,
  language: Language,
): Promise<CheckoutQuote> {
  const customerId = actor.kind === "person" ? actor.id : null;
  const purchase = { amount: quote.total, destination, customerId };
  const [payment_methods, design_wait_from] = await Promise.all([
    offersFor(sql, purchase, language),
    findDesignWait(sql, quote.lines, customerId, dateNow()),
  ]);
  const chosen = payment_methods.find(({ id }) => id === input.payment_method);
  const payment_fee = chosen && quote.total > 0 ? chosen.fee : 0;
  // The same split as private.tax_payment_fee() in the database.
  const tax_included =
    quote.tax_included + taxIncluded(Math.max(0, payment_fee), shippingTaxClass, settings.tax);
  const total = quote.total + payment_fee;
  return { ...quote, total, tax_included, payment_fee, payment_methods, design_wait_from };
}
