import { cleanIdentifier } from "#base/typed-text.ts";
import type { Rupiah } from "#shop/kernel/money.ts";

/** The target of a discount: lines, the order's sum, or delivery. An order takes at most one code of each class. */
export type PromoClass = "product" | "order" | "shipping";

export type PromoType =
  | "percent"
  | "fixed"
  | "free_shipping"
  | "fixed_shipping"
  | "buy_x_get_y"
  | "gift";

/** The lines that a promotion applies to. Empty inclusions mean every product; exclusions take precedence. */
export interface PromoScope {
  readonly product_ids: readonly string[];
  readonly category_ids: readonly string[];
  readonly excluded_product_ids: readonly string[];
  readonly excluded_category_ids: readonly string[];
  readonly exclude_sale_items: boolean;
}

/** A promotion with its state for one customer now. */
export interface Promotion extends PromoScope {
  readonly id: string;
  /** The code that the customer typed; null for an automatic promotion. */
  readonly code: string | null;
  readonly name: string;
  readonly class: PromoClass;
  readonly type: PromoType;
  /** Percent, or whole rupiah. */
  readonly value: number;
  readonly max_discount: Rupiah | null;
  /** Per piece, or once over all pieces together. */
  readonly allocation: "each" | "across";
  /** Of promotions with equal discounts the higher priority wins. */
  readonly priority: number;
  /** Classes of promotions that can be combined with it on one order. */
  readonly combines_with: readonly PromoClass[];
  readonly min_subtotal: Rupiah;
  /** Pieces in the lines that it applies to. */
  readonly min_quantity: number;
  readonly buy_quantity: number | null;
  readonly get_quantity: number | null;
  /** The products and categories discounted; the purchased lines themselves when both lists are empty. */
  readonly reward_product_ids: readonly string[];
  readonly reward_category_ids: readonly string[];
  readonly gift_variant_id: string | null;
  readonly first_order_only: boolean;
  /** Whether this customer may use it: `unknown` when it is limited to some and the actor is a visitor. */
  readonly audience: "everyone" | "member" | "stranger" | "unknown";
  readonly region_codes: readonly string[];
  readonly region_names: readonly string[];
  /** `provider` or `provider:method`; empty means all. */
  readonly payment_methods: readonly string[];
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
  readonly enabled: boolean;
  readonly usage_limit: number | null;
  readonly per_customer_limit: number | null;
  readonly budget: Rupiah | null;
  readonly used: number;
  readonly spent: Rupiah;
  /** Buyers could use it before it was disabled. False for enabled promotions, which need no answer. */
  readonly was_active: boolean;
  /** A single-use code that was used. */
  readonly is_code_used: boolean;
  /** Uses by this customer that were not released; 0 for a visitor. */
  readonly used_by_customer: number;
  /** Orders of this customer that were not cancelled. */
  readonly orders_of_customer: number;
}

/**
 * Why a code fails, with the missing condition. A disabled code that never was active is not found, so that planned
 * codes stay secret. Moments are ISO 8601. `with` is the code or name of the conflicting promotion.
 */
export type PromoProblem =
  | { readonly code: "promo_not_found" }
  | { readonly code: "promo_inactive" }
  | { readonly code: "promo_not_started"; readonly starts_at: string }
  | { readonly code: "promo_expired"; readonly ends_at: string }
  | { readonly code: "promo_limit_reached" }
  | { readonly code: "promo_budget_spent" }
  | { readonly code: "promo_already_used" }
  | { readonly code: "promo_first_order_only" }
  | { readonly code: "promo_not_for_you"; readonly sign_in: boolean }
  | { readonly code: "promo_region"; readonly regions: readonly string[] }
  | { readonly code: "promo_payment_method"; readonly methods: readonly string[] }
  | { readonly code: "promo_no_eligible_items" }
  | { readonly code: "promo_min_quantity"; readonly missing_pieces: number }
  | { readonly code: "promo_min_subtotal"; readonly missing: Rupiah }
  | { readonly code: "promo_gift_out_of_stock" }
  | { readonly code: "promo_not_combinable"; readonly with: string }
  | { readonly code: "promo_not_better"; readonly with: string };

/** Codes of one promotion that staff type; batches have no such limit. */
export const maxCodesOfPromotion = 50;

/** Codes ignore case, surrounding spaces, invisible characters and the kind of dash. */
export function normaliseCode(code: string): string {
  return cleanIdentifier(code).toUpperCase();
}

/** The name of a promotion on a receipt. */
export function labelOf(promotion: Pick<Promotion, "code" | "name">): string {
  return promotion.code ?? promotion.name;
}

/** Two promotions of different classes combine when each allows the other's class. */
export function canCombine(one: Promotion, other: Promotion): boolean {
  return one.combines_with.includes(other.class) && other.combines_with.includes(one.class);
}

/** Order of promotions with equal discounts: a typed code first, then the higher priority, then the lower id. */
export function byPrecedence(one: Promotion, other: Promotion): number {
  const typed = Number(one.code === null) - Number(other.code === null);
  return typed || other.priority - one.priority || (one.id < other.id ? -1 : 1);
}
