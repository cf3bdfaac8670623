import { type CodeAsker, secondsToWaitForCodes } from "#shop/promotions/code-guesses.server.ts";
import { normaliseCode } from "#shop/promotions/promotion.ts";
import type { CartProblem, Quote, QuoteInput } from "./cart.ts";

/**
 * Prices a cart by `price`. For an asker who tried too many wrong codes the price is that of the cart without codes, and
 * each code says `promo_too_many_tries`, so that the cart stays usable (decision 0031).
 */
export async function guardCodes<Q extends Quote>(
  asker: CodeAsker,
  input: QuoteInput,
  price: (input: QuoteInput) => Promise<Q>,
): Promise<Q> {
  const codes = input.promo_codes ?? [];
  if (codes.length === 0) return price(input);
  let quote: Q | undefined;
  const wait = await secondsToWaitForCodes(asker, codes, async () => {
    quote = await price(input);
    return notFound(quote);
  });
  return quote ?? withoutCodes(input, wait, price);
}

/** The price without codes, each of which says how long to wait. @param wait seconds */
export async function withoutCodes<Q extends Quote>(
  input: QuoteInput,
  wait: number,
  price: (input: QuoteInput) => Promise<Q>,
): Promise<Q> {
  const bare = await price({ ...input, promo_codes: [] });
  const unread = (input.promo_codes ?? []).map(
    (code): CartProblem => ({
      code: "promo_too_many_tries",
      promo_code: normaliseCode(code),
      wait_seconds: wait,
    }),
  );
  return { ...bare, problems: [...bare.problems, ...unread] };
}

/** Seconds until the codes of a quote are looked at again; 0 when they counted. */
export function codesWait({ problems }: Quote): number {
  return Math.max(0, ...problems.map(({ wait_seconds = 0 }) => wait_seconds));
}

/** The codes that a price says do not exist, each once. */
function notFound({ problems }: Quote): string[] {
  const codes = problems.flatMap(({ code, promo_code }) =>
    code === "promo_not_found" && promo_code !== undefined ? [promo_code] : [],
  );
  return [...new Set(codes)];
}
