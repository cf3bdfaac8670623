import type { Rupiah } from "#shop/money.ts";

export type PromoClass = "product" | "order" | "shipping";

/** A promotion as one customer meets it now. */
export interface Promotion {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly class: PromoClass;
  readonly type: "percent" | "fixed" | "free_shipping" | "fixed_shipping";
  readonly value: number;
  readonly max_discount: Rupiah | null;
  readonly min_subtotal: Rupiah;
  readonly first_order_only: boolean;
  /** Empty means every product. */
  readonly category_slugs: readonly string[];
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
  readonly enabled: boolean;
  readonly usage_limit: number | null;
  readonly per_customer_limit: number | null;
  readonly used: number;
  /** Uses by this customer that count; 0 for a visitor. */
  readonly used_by_customer: number;
  /** Orders of this customer that were not cancelled. */
  readonly orders_of_customer: number;
}

/** The ways a code can fail, each with what would make it work. Disabled codes are not found. */
export type PromoProblem =
  | { readonly code: "promo_not_found" }
  | { readonly code: "promo_not_started" }
  | { readonly code: "promo_expired" }
  | { readonly code: "promo_limit_reached" }
  | { readonly code: "promo_already_used" }
  | { readonly code: "promo_min_subtotal"; readonly missing: Rupiah }
  | { readonly code: "promo_no_eligible_items" }
  | { readonly code: "promo_not_combinable"; readonly with: string }
  | { readonly code: "promo_first_order_only" };

/** Codes are compared without regard to case and outer space. */
export function normaliseCode(code: string): string {
  return code.trim().toUpperCase();
}

/** Everything that can be said before the cart is priced. */
export function whyNotNow(promotion: Promotion, now: Date): PromoProblem | undefined {
  if (!promotion.enabled) return { code: "promo_not_found" };
  if (promotion.starts_at && now < promotion.starts_at) return { code: "promo_not_started" };
  if (promotion.ends_at && now > promotion.ends_at) return { code: "promo_expired" };
  if (promotion.usage_limit !== null && promotion.used >= promotion.usage_limit) {
    return { code: "promo_limit_reached" };
  }
  if (
    promotion.per_customer_limit !== null &&
    promotion.used_by_customer >= promotion.per_customer_limit
  ) {
    return { code: "promo_already_used" };
  }
  if (promotion.first_order_only && promotion.orders_of_customer > 0) {
    return { code: "promo_first_order_only" };
  }
  return undefined;
}

/** What a promotion takes off an amount: never more than the amount, rounded down to whole rupiah. */
export function discountOn(promotion: Promotion, amount: Rupiah): Rupiah {
  const raw =
    promotion.type === "percent"
      ? Number((BigInt(amount) * BigInt(promotion.value)) / 100n)
      : promotion.type === "fixed"
        ? promotion.value
        : promotion.type === "free_shipping"
          ? amount
          : Math.max(0, amount - promotion.value);
  return Math.min(raw, promotion.max_discount ?? raw, amount);
}
