import { expect } from "vitest";
import { type PromotionInput, savePromotion } from "#shop/promotions/save-promotion.server.ts";
import { provenAdmin } from "./shop.ts";

/**
 * Saves a promotion of ten thousand rupiah off an order as an administrator; `change` overrides fields. @returns its
 * id
 */
export async function makePromotion(
  code: string,
  change: Partial<PromotionInput> = {},
): Promise<string> {
  const id = crypto.randomUUID();
  const saved = await savePromotion(await provenAdmin(), {
    product_ids: [],
    category_ids: [],
    excluded_product_ids: [],
    excluded_category_ids: [],
    exclude_sale_items: false,
    buy_quantity: null,
    get_quantity: null,
    reward_product_ids: [],
    reward_category_ids: [],
    gift_variant_id: null,
    first_order_only: false,
    group_ids: [],
    emails: [],
    region_codes: [],
    payment_methods: [],
    starts_at: null,
    ends_at: null,
    enabled: true,
    usage_limit: null,
    per_customer_limit: null,
    budget: null,
    priority: 0,
    max_discount: null,
    automatic: false,
    allocation: "across",
    min_subtotal: 0,
    min_quantity: 0,
    id,
    name: { id: code, en: code },
    class: "order",
    type: "fixed",
    value: 10_000,
    codes: code ? [code] : [],
    combines_with: ["product", "order", "shipping"],
    ...change,
  });
  expect(saved).toEqual({ ok: true, value: { id } });
  return id;
}
