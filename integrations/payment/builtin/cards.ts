/** Test cards of the built-in provider; any future date, any CVC. */
const outcomes: Readonly<Record<string, CardOutcome>> = {
  "4242424242424242": { result: "succeeded" },
  "4000000000000002": { result: "declined", code: "card_declined" },
  "4000000000009995": { result: "declined", code: "insufficient_funds" },
  "4000002500003155": { result: "challenge" },
};

export type CardOutcome =
  | { readonly result: "succeeded" | "challenge" }
  | { readonly result: "declined"; readonly code: string };

/** Unknown cards are declined, as in a provider's test account. */
export function outcomeOf(number: string): CardOutcome {
  return (
    outcomes[number.replace(/[\s-]/g, "")] ?? { result: "declined", code: "card_not_supported" }
  );
}

/** The tokens of a wallet's saved cards, each with the test card that has its outcome. */
const savedCards: Readonly<Record<string, string>> = {
  kept_4242: "4242424242424242",
  kept_0002: "4000000000000002",
  kept_9995: "4000000000009995",
  kept_3155: "4000002500003155",
};

/** An unknown token is declined like an unknown card. */
export function outcomeOfToken(token: string): CardOutcome {
  return outcomeOf((Object.hasOwn(savedCards, token) ? savedCards[token] : undefined) ?? "");
}
