export interface Card {
  readonly number: string;
  /** `MM/YY` */
  readonly expiry: string;
  readonly cvc: string;
}

export type CardProblem = "number_invalid" | "expiry_invalid" | "expired" | "cvc_invalid";

/** Checks a card without a call to the provider: length, check digit (Luhn), expiry date, CVC. */
export function cardProblem(card: Card, now: Date): CardProblem | undefined {
  const digits = card.number.replace(/[\s-]/g, "");
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits)) return "number_invalid";
  const expiry = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2})$/.exec(card.expiry.trim());
  if (!expiry) return "expiry_invalid";
  const firstInvalid = Date.UTC(2000 + Number(expiry[2]), Number(expiry[1]), 1);
  if (now.getTime() >= firstInvalid) return "expired";
  return /^\d{3,4}$/.test(card.cvc) ? undefined : "cvc_invalid";
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
