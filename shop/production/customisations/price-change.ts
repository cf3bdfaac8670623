import type { Rupiah } from "#shop/kernel/money.ts";

/** A line that was paid for a design: the ordered one, or that of a supplement. */
export interface PaidLine {
  readonly line_id: string;
  readonly order_id: string;
  /** Whole rupiah of its pieces before promotions, without the set-up. */
  readonly list: Rupiah;
  /** What was to be paid of that. */
  readonly paid: Rupiah;
  /** Of `paid`: what did not go back yet. */
  readonly left: Rupiah;
}

export interface PriceChange {
  /** Whole rupiah that the buyer pays more. */
  readonly asks: Rupiah;
  /** What the buyer gets back, line by line. */
  readonly returns: readonly { readonly line: PaidLine; readonly amount: Rupiah }[];
}

/**
 * Settles a change of a design's price (docs/why/orders.md). The buyer pays an increase without the promotions of the
 * order. A decrease is refunded from the newest line first, by the paid share: nine tenths of it on a line with a tenth
 * off.
 * @param difference whole rupiah of all pieces, before promotions; negative for a cheaper design
 * @param lines newest first, the ordered one last
 */
export function priceChange(difference: Rupiah, lines: readonly PaidLine[]): PriceChange {
  if (difference >= 0) return { asks: difference, returns: [] };
  let open = -difference;
  const returns: { line: PaidLine; amount: Rupiah }[] = [];
  for (const line of lines) {
    const share = partOf(open, line.paid, line.list);
    const amount = Math.min(share, line.left);
    if (amount <= 0) continue;
    returns.push({ line, amount });
    if (amount === share) break;
    open -= Math.min(open, partOf(amount, line.list, line.paid));
  }
  return { asks: 0, returns };
}

/** Whole rupiah that a price change gives back. */
export const returnedBy = ({ returns }: PriceChange): Rupiah =>
  returns.reduce((sum, { amount }) => sum + amount, 0);

/** `amount × part / whole`, rounded down; exact beyond 2^53. */
function partOf(amount: Rupiah, part: Rupiah, whole: Rupiah): Rupiah {
  return whole <= 0 ? 0 : Number((BigInt(amount) * BigInt(part)) / BigInt(whole));
}
