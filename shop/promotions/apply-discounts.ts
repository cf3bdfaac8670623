import { zip } from "#base/zip.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import type { RefusedCode } from "./accept-codes.ts";
import { lineDiscounts, type PromoLine, whyNotLines } from "./discount.ts";
import { byPrecedence, labelOf, type PromoProblem, type Promotion } from "./promotion.ts";

export interface AppliedPromotion {
  readonly promotion: Promotion;
  /** The discount on each line, in the order of the lines. */
  readonly shares: readonly Rupiah[];
}

export interface Step {
  readonly applied: readonly AppliedPromotion[];
  readonly refused: readonly RefusedCode[];
}

interface Winner {
  readonly promotion: Promotion | undefined;
  readonly share: Rupiah;
}

/**
 * Promotions on lines, each computed alone: the highest discount wins on each line. A typed code that wins no line
 * reports the better promotion.
 */
export function applyLineDiscounts(
  candidates: readonly Promotion[],
  lines: readonly PromoLine[],
  amounts: readonly Rupiah[],
): Step {
  const { open, refused } = tryOut(candidates, lines, amounts);
  /** For each line the promotion with the highest discount; of equals the first. */
  const winners = open.reduce<readonly Winner[]>(
    (best, tried) =>
      zip(best, tried.shares).map(([winner, share]) =>
        share > winner.share ? { promotion: tried.promotion, share } : winner,
      ),
    lines.map(() => ({ promotion: undefined, share: 0 })),
  );
  const applied: AppliedPromotion[] = [];
  for (const tried of open) {
    const beside = zip(tried.shares, winners);
    const shares = beside.map(([share, winner]) =>
      winner.promotion === tried.promotion ? share : 0,
    );
    const beaten = beside.find(([share]) => share > 0)?.[1].promotion;
    if (shares.some((share) => share > 0)) applied.push({ ...tried, shares });
    else if (tried.promotion.code !== null) {
      if (beaten) refused.push(notBetter(tried.promotion, beaten));
      else applied.push(tried);
    }
  }
  return { applied, refused };
}

/** Promotions on the order's sum, each computed alone: the highest discount wins. */
export function applyOrderDiscounts(
  candidates: readonly Promotion[],
  lines: readonly PromoLine[],
  amounts: readonly Rupiah[],
): Step {
  const { open, refused } = tryOut(candidates, lines, amounts);
  const best = pickBest(open, ({ shares }) => sum(shares));
  for (const { promotion } of open) {
    if (best && promotion !== best.promotion && promotion.code !== null) {
      refused.push(notBetter(promotion, best.promotion));
    }
  }
  return { applied: best ? [best] : [], refused };
}

/** Promotions on delivery. */
export function applyDeliveryDiscounts(
  candidates: readonly Promotion[],
  lines: readonly PromoLine[],
  amounts: readonly Rupiah[],
  discountOf: (promotion: Promotion) => Rupiah,
): { best: Promotion | undefined; discount: Rupiah; refused: readonly RefusedCode[] } {
  const refused: RefusedCode[] = [];
  const open = [...candidates].sort(byPrecedence).flatMap((promotion) => {
    const discount = discountOf(promotion);
    const problem = whyNotLines(promotion, lines, amounts) ?? whyTooDear(promotion, discount);
    if (problem && promotion.code !== null) refused.push({ promotion, problem });
    return problem ? [] : [{ promotion, discount }];
  });
  const best = pickBest(open, ({ discount }) => discount);
  for (const { promotion } of open) {
    if (best && promotion !== best.promotion && promotion.code !== null) {
      refused.push(notBetter(promotion, best.promotion));
    }
  }
  return best
    ? { best: best.promotion, discount: best.discount, refused }
    : { best: undefined, discount: 0, refused };
}

function tryOut(
  candidates: readonly Promotion[],
  lines: readonly PromoLine[],
  amounts: readonly Rupiah[],
): { open: AppliedPromotion[]; refused: RefusedCode[] } {
  const refused: RefusedCode[] = [];
  const open = [...candidates].sort(byPrecedence).flatMap((promotion) => {
    const shares = lineDiscounts(promotion, lines, amounts);
    const problem = whyNotLines(promotion, lines, amounts) ?? whyTooDear(promotion, sum(shares));
    if (problem && promotion.code !== null) refused.push({ promotion, problem });
    return problem ? [] : [{ promotion, shares }];
  });
  return { open, refused };
}

/** The promotion with the highest worth; of equals the first. Automatic ones worth nothing are skipped. */
function pickBest<T extends { readonly promotion: Promotion }>(
  open: readonly T[],
  worth: (tried: T) => Rupiah,
): T | undefined {
  return open
    .filter((tried) => tried.promotion.code !== null || worth(tried) > 0)
    .reduce<T | undefined>(
      (best, other) => (best === undefined || worth(other) > worth(best) ? other : best),
      undefined,
    );
}

/** A budget is never overspent: a discount beyond its rest is refused, not reduced. */
export function whyTooDear(promotion: Promotion, discount: Rupiah): PromoProblem | undefined {
  const { budget, spent } = promotion;
  return budget !== null && discount > budget - spent ? { code: "promo_budget_spent" } : undefined;
}

function notBetter(promotion: Promotion, other: Promotion): RefusedCode {
  return { promotion, problem: { code: "promo_not_better", with: labelOf(other) } };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
