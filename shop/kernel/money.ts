import type { Language } from "#base/language.ts";

/** Whole rupiah: never a fraction, and not negative unless the name says so. */
export type Rupiah = number;

/**
 * An amount in Indonesian notation: `Rp1.250.000`. Not by Intl, whose engines differ
 * and would break hydration. English pages use the same notation.
 */
export function formatRupiah(amount: Rupiah, _language: Language = "id"): string {
  const digits = Math.abs(amount)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ".");
  return `${amount < 0 ? "−" : ""}Rp${digits}`;
}

/**
 * Prorates a whole amount by weights so that the shares sum to it exactly: floors first, then the remaining rupiah go
 * to the largest remainders (earlier first among equals). Zero weights get nothing.
 */
export function prorate(amount: Rupiah, weights: readonly number[]): Rupiah[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const big = BigInt(amount);
  const shares = weights.map((weight, index) => {
    const product = big * BigInt(weight);
    return { index, floor: product / BigInt(sum), rest: product % BigInt(sum) };
  });
  let left = big - shares.reduce((total, share) => total + share.floor, 0n);
  const parts = shares.map((share) => Number(share.floor));
  for (const share of [...shares].sort((a, b) => Number(b.rest - a.rest) || a.index - b.index)) {
    if (left === 0n) break;
    parts[share.index] = (parts[share.index] ?? 0) + 1;
    left -= 1n;
  }
  return parts;
}

/**
 * Parses a typed amount: `1.250.000`, `1250000`, `Rp 50.000`, `1,25 jt`, `50rb`.
 * @returns undefined when it is not a whole amount of rupiah
 */
export function parseRupiah(text: string): Rupiah | undefined {
  const cleaned = text
    .trim()
    .toLowerCase()
    .replace(/^rp\.?\s*/, "");
  const short = /^(\d+)(?:,(\d{1,6}))?\s*(rb|ribu|jt|juta)$/.exec(cleaned);
  // The decimal point is moved as text: as a number, `4194304,000013 jt` would not be exact.
  const zeros = short?.[3]?.startsWith("r") ? 3 : 6;
  const decimals = short?.[2]?.replace(/0+$/, "") ?? "";
  if (decimals.length > zeros) return undefined;
  const whole = short ? `${short[1]}${decimals.padEnd(zeros, "0")}` : cleaned;
  if (!/^\d+$|^\d{1,3}(\.\d{3})+$/.test(whole)) return undefined;
  const amount = Number(whole.replaceAll(".", ""));
  return Number.isSafeInteger(amount) ? amount : undefined;
}
