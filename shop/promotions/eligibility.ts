import type { PromoProblem, Promotion } from "./promotion.ts";

/** The purchase without its lines. */
export interface Circumstances {
  readonly now: Date;
  /** The destination's region; null while none is chosen. */
  readonly region_code: string | null;
  /** `provider:method`; null while none is chosen. */
  readonly payment_method: string | null;
}

/** Why a promotion cannot apply, as far as that is known before the cart is priced. */
export function whyNotNow(
  promotion: Promotion,
  circumstances: Circumstances,
): PromoProblem | undefined {
  return whyClosed(promotion, circumstances.now) ?? whyNotThis(promotion, circumstances);
}

function whyClosed(promotion: Promotion, now: Date): PromoProblem | undefined {
  const { starts_at, ends_at, usage_limit, budget } = promotion;
  if (!promotion.enabled && !promotion.was_active) return { code: "promo_not_found" };
  if (starts_at && now < starts_at) {
    return { code: "promo_not_started", starts_at: starts_at.toISOString() };
  }
  if (ends_at && now > ends_at) return { code: "promo_expired", ends_at: ends_at.toISOString() };
  if (!promotion.enabled) return { code: "promo_inactive" };
  if (promotion.is_code_used || (usage_limit !== null && promotion.used >= usage_limit)) {
    return { code: "promo_limit_reached" };
  }
  if (budget !== null && promotion.spent >= budget) return { code: "promo_budget_spent" };
  return undefined;
}

function whyNotThis(promotion: Promotion, where: Circumstances): PromoProblem | undefined {
  const { audience, per_customer_limit, region_codes, payment_methods } = promotion;
  if (audience === "stranger" || audience === "unknown") {
    return { code: "promo_not_for_you", sign_in: audience === "unknown" };
  }
  if (per_customer_limit !== null && promotion.used_by_customer >= per_customer_limit) {
    return { code: "promo_already_used" };
  }
  if (promotion.first_order_only && promotion.orders_of_customer > 0) {
    return { code: "promo_first_order_only" };
  }
  const isThere = region_codes.some((code) => where.region_code?.startsWith(code));
  if (region_codes.length > 0 && !isThere) {
    return { code: "promo_region", regions: promotion.region_names };
  }
  if (payment_methods.length > 0 && !isPaidBy(payment_methods, where.payment_method)) {
    return { code: "promo_payment_method", methods: payment_methods };
  }
  return undefined;
}

/** Whether a list of `provider` and `provider:method` contains a method. */
export function isPaidBy(allowed: readonly string[], method: string | null): boolean {
  if (method === null) return false;
  return allowed.includes(method) || allowed.includes(method.split(":")[0] ?? "");
}
