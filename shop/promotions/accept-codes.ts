import { type Circumstances, whyNotNow } from "./eligibility.ts";
import { canCombine, labelOf, type PromoProblem, type Promotion } from "./promotion.ts";

export interface RefusedCode {
  readonly promotion: Promotion;
  readonly problem: PromoProblem;
}

/**
 * Which typed codes may stand beside each other: one of each class, and only with those that both allow. The one that
 * was typed first stays; the others say with which they cannot be combined.
 */
export function acceptCodes(
  codes: readonly Promotion[],
  circumstances: Circumstances,
): { accepted: Promotion[]; refused: RefusedCode[] } {
  const accepted: Promotion[] = [];
  const refused: RefusedCode[] = [];
  for (const promotion of codes) {
    const other = accepted.find(
      (first) => first.class === promotion.class || !canCombine(first, promotion),
    );
    const problem: PromoProblem | undefined =
      whyNotNow(promotion, circumstances) ??
      (other ? { code: "promo_not_combinable", with: labelOf(other) } : undefined);
    if (problem) refused.push({ promotion, problem });
    else accepted.push(promotion);
  }
  return { accepted, refused };
}
