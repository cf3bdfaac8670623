import type { usePromoWords } from "#app/admin/promos/messages/promos.ts";
import type { PromotionFields } from "#shop/promotions/promotion-input.ts";

/** What each field is called where two people changed it. */
export function conflictLabels(
  words: ReturnType<typeof usePromoWords>,
): Readonly<Record<keyof PromotionFields, string>> {
  return {
    name: words.name,
    class: words.taken,
    type: words.type,
    value: words.value,
    max_discount: words.maxDiscount,
    automatic: words.howCalled,
    codes: words.codes,
    priority: words.priority,
    allocation: words.allocation,
    combines_with: words.combines,
    min_subtotal: words.minSubtotal,
    min_quantity: words.minQuantity,
    product_ids: words.products,
    category_ids: words.categories,
    excluded_product_ids: words.excludedProducts,
    excluded_category_ids: words.excludedCategories,
    exclude_sale_items: words.saleItems,
    buy_quantity: words.buyQuantity,
    get_quantity: words.getQuantity,
    reward_product_ids: words.reward,
    reward_category_ids: words.rewardCategories,
    gift_variant_id: words.gift,
    first_order_only: words.firstOrder,
    is_shown: words.shown,
    group_ids: words.groups,
    emails: words.emails,
    region_codes: words.regions,
    payment_methods: words.methods,
    starts_at: words.startsAt,
    ends_at: words.endsAt,
    enabled: words.states.active,
    usage_limit: words.usageLimit,
    per_customer_limit: words.perCustomer,
    budget: words.budget,
  };
}

/** A value as text: lists one a line, words in both languages. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(shownValue).join("\n");
  if (typeof value === "object")
    return Object.values(value).map(shownValue).filter(Boolean).join("\n");
  return String(value);
}
