/** An exact fraction; the denominator is above zero. */
export class Fraction {
  readonly n: bigint;
  readonly d: bigint;

  constructor(n: bigint, d = 1n) {
    this.n = n;
    this.d = d;
  }
  plus(other: Fraction): Fraction {
    return new Fraction(this.n * other.d + other.n * this.d, this.d * other.d);
  }
  times(other: Fraction): Fraction {
    return new Fraction(this.n * other.n, this.d * other.d);
  }
  exceeds(other: Fraction): boolean {
    return this.n * other.d > other.n * this.d;
  }
  /** Correct for values from zero up only. */
  floor(): bigint {
    return this.n / this.d;
  }
  ceil(): bigint {
    return (this.n + this.d - 1n) / this.d;
  }
}

export const total = (values: readonly bigint[]) => values.reduce((a, b) => a + b, 0n);
const ascending = (values: readonly bigint[]) => values.toSorted((a, b) => Number(a - b));
export const largest = (...values: readonly bigint[]) => ascending(values).at(-1) ?? 0n;
export const least = (...values: readonly bigint[]) => ascending(values)[0] ?? 0n;

/** Each exact share rounded down, then each remaining rupiah to the largest remainder. */
export function fairShares(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = total(weights);
  if (whole === 0n) return weights.map(() => 0n);
  const exact = weights.map((weight) => new Fraction(amount * weight, whole));
  const given = exact.map((share) => share.floor());
  while (total(given) < amount) {
    const owed = exact.map((share, index) => share.plus(new Fraction(-(given[index] ?? 0n))));
    let first = 0;
    for (const [index, debt] of owed.entries()) {
      if (debt.exceeds(owed[first] as Fraction)) first = index;
    }
    given[first] = (given[first] ?? 0n) + 1n;
  }
  return given;
}
