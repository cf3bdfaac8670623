import type { PromotionFields } from "#shop/promotions/promotion-input.ts";

/** What a shopkeeper should look at twice. `overlaps_automatic`: an automatic promotion gives something on the same. */
export type PromotionWarning = "unlimited_combinable" | "code_guessable" | "overlaps_automatic";

/** Codes below this length are tried by guessing. */
const fewestCharacters = 6;

/** @param overlapping the number of automatic promotions that discount the same at the same time */
export function promotionWarnings(
  fields: PromotionFields,
  overlapping: number,
): readonly PromotionWarning[] {
  const { usage_limit, per_customer_limit, budget } = fields;
  const isUnlimited = usage_limit === null && per_customer_limit === null && budget === null;
  const isCombinable = fields.combines_with.some((name) => name !== fields.class);
  return [
    ...(isUnlimited && isCombinable ? (["unlimited_combinable"] as const) : []),
    ...(fields.codes.some((code) => code.length < fewestCharacters)
      ? (["code_guessable"] as const)
      : []),
    ...(overlapping > 0 ? (["overlaps_automatic"] as const) : []),
  ];
}
