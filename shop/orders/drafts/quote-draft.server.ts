import { dateNow } from "#base/clock.ts";
import type { Language } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Quote } from "#shop/orders/cart/cart.ts";
import { evaluateCart } from "#shop/orders/cart/quote-cart.server.ts";
import type { ContentInvalid } from "./check-draft.ts";
import type { DraftContent } from "./draft.ts";
import { buyerAsActor, cartOfDraft } from "./draft-order.server.ts";
import { readPricedContent } from "./priced-content.ts";
import { closeReplaced } from "./replace-order.server.ts";

export type QuoteDraftProblem = ContentInvalid | { readonly code: "not_permitted" };

/**
 * Staff: the price of a draft as its form shows it. Nothing is stored or held.
 * @param replaces the order that the draft replaces; its pieces and codes count as free
 */
export async function quoteDraft(
  actor: Person,
  form: unknown,
  language: Language,
  replaces: string | null = null,
): Promise<Result<Quote, QuoteDraftProblem>> {
  if (!may(actor, "orders.draft")) return fail({ code: "not_permitted" });
  const read = readPricedContent(form);
  if (!read.ok) return read;
  const quote = await priceDraft(read.value, language);
  return ok(
    replaces === null ? quote : await priceReplacing(actor, read.value, language, replaces),
  );
}

/** Cancels the replaced order, prices the draft and rolls back. Live courier rates must be in the cache. */
function priceReplacing(
  actor: Person,
  content: DraftContent,
  language: Language,
  replaces: string,
): Promise<Quote> {
  return inTransaction<Quote>(async (sql, rollbackWith) => {
    // An order that can no longer be replaced is reported when the new order is made.
    await closeReplaced(sql, actor.id, replaces);
    return rollbackWith(await priceWith(sql, content, language));
  });
}

/** Prices a draft outside a transaction, so that live courier rates can be fetched. */
export function priceDraft(content: DraftContent, language: Language): Promise<Quote> {
  return priceWith(asShop(), content, language);
}

async function priceWith(sql: Sql, content: DraftContent, language: Language): Promise<Quote> {
  const input = await cartOfDraft(sql, content);
  const { quote } = await evaluateCart(sql, buyerAsActor(content), input, language, dateNow());
  return quote;
}

/** The draft without agreed prices, staff discount and delivery price. Custom lines keep their price. */
export function atShopPrices(content: DraftContent): DraftContent {
  const lines = content.lines.map((line) =>
    line.kind === "variant" ? { ...line, price: null } : line,
  );
  return { ...content, lines, discount: null, shipping_price: null };
}
