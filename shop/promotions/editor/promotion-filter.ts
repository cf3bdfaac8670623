import type { ListState } from "#shop/staff/filters/list-state.ts";

/**
 * What staff see of a promotion. `exhausted`: its uses or its budget are gone; `off`: a person switched it off. Of several
 * the first counts.
 */
export const promotionStates = [
  "archived",
  "off",
  "ended",
  "exhausted",
  "scheduled",
  "active",
] as const;
export type PromotionState = (typeof promotionStates)[number];

/** The tabs of the list. */
export const promotionViews = [
  "active",
  "scheduled",
  "exhausted",
  "ended",
  "off",
  "archived",
] as const;

export const promotionsPerPage = 50;

/** The tabs as filters. */
export const promotionTabs = {
  active: "state.any:active",
  scheduled: "state.any:scheduled",
  exhausted: "state.any:exhausted",
  ended: "state.any:ended",
  off: "state.any:off",
  archived: "state.any:archived",
} as const satisfies Record<PromotionState, string>;

/** The state of the list. */
export type PromotionFilter = ListState<"newest">;
