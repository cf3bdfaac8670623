import { type Circumstances, whyNotNow } from "./eligibility.ts";
import { canCombine, labelOf, type PromoProblem, type Promotion } from "./promotion.ts";

export interface RefusedCode {
  readonly promotion: Promotion;
  readonly problem: PromoProblem;
}

/**
 * The typed codes that can be combined: one of each class, and only where both promotions allow it. The code typed
 * first stays; the others report the code that they conflict with.
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
