import type { Language } from "#base/language.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import type { Actor } from "#shop/access.ts";
import type { Quote, QuoteInput } from "#shop/cart/cart.ts";
import { findDestination } from "#shop/cart/find-destination.server.ts";
import { quoteCart } from "#shop/cart/quote-cart.server.ts";
import { offersFor } from "#shop/payments/offers.server.ts";
import type { CheckoutQuote } from "./checkout.ts";

/** What a cart costs now, ways to pay and what the chosen one adds included. Nothing is stored or set aside. */
export async function quoteCheckout(
  actor: Actor,
  input: QuoteInput,
  language: Language,
): Promise<CheckoutQuote> {
  return withPayment(asShop(), actor, await quoteCart(actor, input, language), input, language);
}

/** The same for a cart that has been priced, within a transaction. */
export async function withPayment(
  sql: Sql,
  actor: Actor,
  quote: Quote,
  input: QuoteInput,
  language: Language,
): Promise<CheckoutQuote> {
  const customerId = actor.kind === "person" ? actor.id : null;
  // What is wrong with it the quote says already.
  const destination = await findDestination(sql, actor, input, []);
  const purchase = { amount: quote.total, destination, customerId };
  const payment_methods = await offersFor(sql, purchase, language);
  const chosen = payment_methods.find(({ id }) => id === input.payment_method);
  const payment_fee = chosen && quote.total > 0 ? chosen.fee : 0;
  return { ...quote, total: quote.total + payment_fee, payment_fee, payment_methods };
}
