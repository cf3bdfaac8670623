export interface Card {
  readonly number: string;
  /** `MM/YY` */
  readonly expiry: string;
  readonly cvc: string;
}

export type CardProblem = "number_invalid" | "expiry_invalid" | "expired" | "cvc_invalid";

/** Checks a card without a call to the provider: length, check digit (Luhn), expiry date, CVC. */
export function cardProblem(card: Card, now: Date): CardProblem | undefined {
  return (
    cardFieldProblem("number", card.number, now) ??
    cardFieldProblem("expiry", card.expiry, now) ??
    cardFieldProblem("cvc", card.cvc, now)
  );
}

/** Validates one field of a card. */
export function cardFieldProblem(
  field: keyof Card,
  value: string,
  now: Date,
): CardProblem | undefined {
  if (field === "number") {
    const digits = value.replace(/[\s-]/g, "");
    return /^\d{12,19}$/.test(digits) && passesLuhn(digits) ? undefined : "number_invalid";
  }
  if (field === "cvc") return /^\d{3,4}$/.test(value) ? undefined : "cvc_invalid";
  const expiry = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2})$/.exec(value.trim());
  if (!expiry) return "expiry_invalid";
  const firstInvalid = Date.UTC(2000 + Number(expiry[2]), Number(expiry[1]), 1);
  return now.getTime() >= firstInvalid ? "expired" : undefined;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
