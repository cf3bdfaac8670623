import { type CodeAsker, secondsToWaitForCodes } from "#shop/promotions/code-guesses.server.ts";
import { countRefusals } from "#shop/promotions/count-refusals.server.ts";
import { normaliseCode } from "#shop/promotions/promotion.ts";
import type { CartProblem, Quote, QuoteInput } from "./cart.ts";

/**
 * Prices a cart by `price`. An asker with too many wrong codes gets the price without codes, and each code gets the
 * problem `promo_too_many_tries`, so that the cart stays usable (docs/why/promotions.md).
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
  if (!quote) return withoutCodes(input, wait, price);
  countRefusals(asker, quote.problems);
  return quote;
}

/** The price without codes, each with the problem `promo_too_many_tries`. @param wait seconds */
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

/** Seconds until a quote's codes are checked again; 0 when they were checked. */
export function codesWait({ problems }: Quote): number {
  return Math.max(0, ...problems.map(({ wait_seconds = 0 }) => wait_seconds));
}

/** The codes that a quote reports as not found, each once. */
function notFound({ problems }: Quote): string[] {
  const codes = problems.flatMap(({ code, promo_code }) =>
    code === "promo_not_found" && promo_code !== undefined ? [promo_code] : [],
  );
  return [...new Set(codes)];
}
