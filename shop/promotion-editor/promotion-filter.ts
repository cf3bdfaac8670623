import { isUuid } from "#base/uuid.ts";

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

/** The state of the list, read from the address. */
export interface PromotionFilter {
  readonly q: string;
  readonly view: PromotionState | null;
  /** The page begins after or ends before this promotion. */
  readonly after: string | null;
  readonly before: string | null;
}

/** Reads the filter and ignores invalid values, so that any link opens a list. */
export function readPromotionFilter(params: URLSearchParams): PromotionFilter {
  const id = (name: string) => {
    const value = params.get(name) ?? "";
    return isUuid(value) ? value : null;
  };
  return {
    q: (params.get("q") ?? "")
      .replace(/[\p{Cc}\p{Cs}]/gu, " ")
      .trim()
      .slice(0, 100),
    view: promotionViews.find((view) => view === params.get("view")) ?? null,
    after: id("after"),
    before: id("before"),
  };
}
