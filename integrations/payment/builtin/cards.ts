/** Test cards of the built-in provider; any date to come, any CVC. */
const outcomes: Readonly<Record<string, CardOutcome>> = {
  "4242424242424242": { result: "succeeded" },
  "4000000000000002": { result: "declined", code: "card_declined" },
  "4000000000009995": { result: "declined", code: "insufficient_funds" },
  "4000002500003155": { result: "challenge" },
};

export type CardOutcome =
  | { readonly result: "succeeded" | "challenge" }
  | { readonly result: "declined"; readonly code: string };

export interface Card {
  readonly number: string;
  /** `MM/YY` */
  readonly expiry: string;
  readonly cvc: string;
}

export type CardProblem = "number_invalid" | "expiry_invalid" | "expired" | "cvc_invalid";

/** What is wrong with a card before anybody is asked: length, check digit (Luhn), date, CVC. */
export function cardProblem(card: Card, now: Date): CardProblem | undefined {
  const digits = card.number.replace(/[\s-]/g, "");
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits)) return "number_invalid";
  const expiry = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2})$/.exec(card.expiry.trim());
  if (!expiry) return "expiry_invalid";
  const firstInvalid = Date.UTC(2000 + Number(expiry[2]), Number(expiry[1]), 1);
  if (now.getTime() >= firstInvalid) return "expired";
  return /^\d{3,4}$/.test(card.cvc) ? undefined : "cvc_invalid";
}

/** Cards that are not on the list are declined, as a test account does. */
export function outcomeOf(number: string): CardOutcome {
  return (
    outcomes[number.replace(/[\s-]/g, "")] ?? { result: "declined", code: "card_not_supported" }
  );
}

/** What a wallet hands over for the cards it keeps, each like the test card that ends so. */
const kept: Readonly<Record<string, string>> = {
  kept_4242: "4242424242424242",
  kept_0002: "4000000000000002",
  kept_9995: "4000000000009995",
  kept_3155: "4000002500003155",
};

/** A token that no wallet gave is declined like a card that is on no list. */
export function outcomeOfToken(token: string): CardOutcome {
  return outcomeOf((Object.hasOwn(kept, token) ? kept[token] : undefined) ?? "");
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
