import { AppError } from "#base/errors.ts";
import { type Guesser, secondsToWaitForCodes } from "#shop/promotions/code-guesses.server.ts";
import { normaliseCode } from "#shop/promotions/promotion.ts";
import type { CartProblem, Quote, QuoteInput } from "./cart.ts";

/** A price, and how long its codes were not looked at because of wrong ones before. */
export interface GuardedQuote<Q extends Quote> {
  readonly quote: Q;
  /** Seconds; 0 when the codes counted. */
  readonly wait: number;
}

/**
 * Prices a cart by `ask`. For whoever tried too many wrong codes the price is that of the cart without codes, and each
 * code says `promo_too_many_tries`, so that the cart stays usable.
 */
export async function quoteUnlessGuessing<Q extends Quote>(
  guesser: Guesser,
  input: QuoteInput,
  ask: (input: QuoteInput) => Promise<Q>,
): Promise<GuardedQuote<Q>> {
  const codes = input.promo_codes ?? [];
  if (codes.length === 0) return { quote: await ask(input), wait: 0 };
  let quote: Q | undefined;
  const wait = await secondsToWaitForCodes(guesser, codes, async () => {
    quote = await ask(input);
    return notFound(quote);
  });
  if (quote) return { quote, wait };
  const bare = await ask({ ...input, promo_codes: [] });
  const unread = codes.map(
    (code): CartProblem => ({
      code: "promo_too_many_tries",
      promo_code: normaliseCode(code),
      wait_seconds: wait,
    }),
  );
  return { wait, quote: { ...bare, problems: [...bare.problems, ...unread] } };
}

/** The codes that a price says do not exist, each once. */
function notFound({ problems }: Quote): string[] {
  const codes = problems.flatMap(({ code, promo_code }) =>
    code === "promo_not_found" && promo_code !== undefined ? [promo_code] : [],
  );
  return [...new Set(codes)];
}

/** The 429 of an endpoint that has no other way to say it. */
export function tooManyCodes(wait: number, quote?: Quote): AppError {
  return new AppError("too_many_codes", 429, {
    retryAfter: wait,
    details: { retry_after: wait, ...(quote ? { quote } : {}) },
  });
}
