import type { Rupiah } from "#shop/kernel/money.ts";

/** Where a changed price ends: any rupiah, whole hundreds, whole thousands, or 900 below a thousand. */
export const priceEndings = ["exact", "hundred", "thousand", "nine_hundred"] as const;
export type PriceEnding = (typeof priceEndings)[number];

/** By how much a price changes: hundredths, or whole rupiah; both may be negative. */
export interface PriceStep {
  readonly by: "percent" | "amount";
  readonly value: number;
  readonly ending: PriceEnding;
}

/** The new price, rounded to the nearest one with the ending; between two equally near ones the higher. */
export function changePrice(price: Rupiah, { by, value, ending }: PriceStep): Rupiah {
  // In hundredths of a rupiah, so that a half is exact.
  const wanted = by === "percent" ? price * (100 + value) : (price + value) * 100;
  const nearest = (step: number, end: number) =>
    Math.floor((wanted - end * 100 + step * 50) / (step * 100)) * step + end;
  switch (ending) {
    case "exact":
      return nearest(1, 0);
    case "hundred":
      return nearest(100, 0);
    case "thousand":
      return nearest(1_000, 0);
    case "nine_hundred":
      return nearest(1_000, 900);
  }
}
