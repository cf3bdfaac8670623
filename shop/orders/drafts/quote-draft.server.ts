import { dateNow } from "#base/clock.ts";
import type { Language } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import { type Actor, may, type Person, visitor } from "#shop/kernel/access.ts";
import type { Quote } from "#shop/orders/cart/cart.ts";
import { evaluateCart } from "#shop/orders/cart/quote-cart.server.ts";
import { type ContentInvalid, checkDraft } from "./check-draft.ts";
import type { DraftContent, DraftForm } from "./draft.ts";
import { cartOfDraft } from "./draft-order.server.ts";

export type QuoteDraftProblem = ContentInvalid | { readonly code: "not_permitted" };

/** Staff: the price of a draft as its form shows it. Nothing is stored or held. */
export async function quoteDraft(
  actor: Person,
  form: unknown,
  language: Language,
): Promise<Result<Quote, QuoteDraftProblem>> {
  if (!may(actor, "orders.draft")) return fail({ code: "not_permitted" });
  const checked = checkDraft(form);
  if (checked.ok) return ok(await priceDraft(checked.value, language));
  // A contact that is being typed, and a reason that is missing, do not change the price.
  const rest = checkDraft(withoutTexts(form));
  return rest.ok ? ok(await priceDraft(rest.value, language)) : checked;
}

function withoutTexts(form: unknown): unknown {
  if (typeof form !== "object" || form === null) return form;
  const { buyer, discount, shipping_price, ...rest } = form as Partial<DraftForm>;
  return {
    ...rest,
    buyer: { name: "", phone: "", email: "", account_id: buyer?.account_id ?? null },
    discount: discount ? { ...discount, reason: "-" } : discount,
    shipping_price: shipping_price ? { ...shipping_price, reason: "-" } : shipping_price,
    note: "",
    staff_note: "",
  };
}

/** Prices a draft outside a transaction, so that live courier rates can be fetched. */
export async function priceDraft(content: DraftContent, language: Language): Promise<Quote> {
  const sql = asShop();
  const input = await cartOfDraft(sql, content);
  const { quote } = await evaluateCart(sql, actorOf(content), input, language, dateNow());
  return quote;
}

/** The draft without what staff agreed with the buyer. Custom lines keep their price. */
export function atShopPrices(content: DraftContent): DraftContent {
  const lines = content.lines.map((line) =>
    line.kind === "variant" ? { ...line, price: null } : line,
  );
  return { ...content, lines, discount: null, shipping_price: null };
}

/** The buyer's account, because promotions can be limited to groups of accounts. */
export function actorOf({ buyer: { account_id } }: DraftContent): Actor {
  if (account_id === null) return visitor;
  return {
    kind: "person",
    id: account_id,
    role: "CUSTOMER",
    email: undefined,
    permissions: [],
    claims: {},
  };
}
