import { dateNow } from "#base/clock.ts";
import type { Language } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import type { Actor } from "#shop/kernel/access.ts";
import type { CartProblem, QuoteInput } from "./cart.ts";
import { evaluateCart } from "./quote-cart.server.ts";

/** A promotion that the merchant shows to everybody, and what this cart lacks for it. */
export interface ShownPromotion {
  readonly code: string;
  readonly name: string;
  /** Whole rupiah that it would take off this cart; null while something is missing. */
  readonly discount: number | null;
  readonly problem: CartProblem | null;
}

/** Each is priced, so there are few. */
const maxShown = 6;

/** Nothing that a buyer does brings these in. */
const hopeless: ReadonlySet<string> = new Set([
  "promo_not_found",
  "promo_inactive",
  "promo_expired",
  "promo_limit_reached",
  "promo_budget_spent",
  "promo_already_used",
  "promo_first_order_only",
  "promo_not_for_you",
  "promo_gift_out_of_stock",
]);

/** The codes that the merchant marked as shown, the newest first, each tried alone on the cart. */
export async function tryShownPromotions(
  actor: Actor,
  cart: Omit<QuoteInput, "promo_codes">,
  language: Language,
): Promise<ShownPromotion[]> {
  const codes = await asShop()<{ code: string }[]>`
    select c.code
    from promotions p cross join lateral (
      select code from promo_codes
      where promotion_id = p.id and active and not single_use order by code limit 1
    ) c
    where p.is_shown and p.enabled and not p.automatic and coalesce(p.ends_at >= now(), true)
    order by p.created_at desc, p.id desc limit ${maxShown}`;
  const shown: ShownPromotion[] = [];
  // One after the other: a cart takes a connection.
  for (const { code } of codes) {
    const tried = await tryCode(actor, { ...cart, promo_codes: [code] }, language);
    if (!(tried.problem && hopeless.has(tried.problem.code))) shown.push({ code, ...tried });
  }
  return shown;
}

async function tryCode(
  actor: Actor,
  cart: QuoteInput & { readonly promo_codes: readonly [string] },
  language: Language,
): Promise<Omit<ShownPromotion, "code">> {
  const [code] = cart.promo_codes;
  const { quote, priced } = await evaluateCart(
    asShop(),
    actor,
    { ...cart, promo_codes: [code] },
    language,
    dateNow(),
  );
  const used = quote.promos.find((promo) => promo.code === code);
  const problem = quote.problems.find(({ promo_code }) => promo_code === code) ?? null;
  const refused = priced.promo_problems.find(({ promotion }) => promotion.code === code);
  return {
    name: used?.name ?? refused?.promotion.name ?? code,
    discount: used?.discount ?? null,
    problem,
  };
}
