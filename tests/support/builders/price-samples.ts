import type { TaxRate } from "#shop/kernel/tax.ts";
import type { CartToPrice, LineToPrice } from "#shop/orders/cart/price-cart.ts";
import type { Promotion } from "#shop/promotions/promotion.ts";
import type { ShippingRate } from "#shop/settings/shipping/rates/rates.ts";

/** Defaults for tests; a test overrides only the relevant fields. */

export const sampleNow = new Date("2026-11-20T03:00:00Z");

export const sampleLine: LineToPrice = {
  variant_id: "mug-hitam",
  product_id: "mug",
  category_ids: ["mug"],
  shipping_class: "ordinary",
  is_on_sale: false,
  tax_class: "goods",
  unit_price: 85_000,
  setup_fee: 0,
  quantity: 1,
  weight_grams: 400,
  length_mm: 120,
  width_mm: 120,
  height_mm: 110,
};

/** Ten percent off the order by the code SEPULUH. */
export const samplePromotion: Promotion = {
  id: "ten",
  code: "SEPULUH",
  name: "Sepuluh persen",
  class: "order",
  type: "percent",
  value: 10,
  max_discount: null,
  allocation: "across",
  priority: 0,
  combines_with: ["product", "order", "shipping"],
  min_subtotal: 0,
  min_quantity: 0,
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
  audience: "everyone",
  region_codes: [],
  region_names: [],
  payment_methods: [],
  starts_at: null,
  ends_at: null,
  enabled: true,
  was_active: false,
  usage_limit: null,
  per_customer_limit: null,
  budget: null,
  used: 0,
  spent: 0,
  is_code_used: false,
  used_by_customer: 0,
  orders_of_customer: 0,
};

export const sampleRate: ShippingRate = {
  method_id: "regular",
  name: "",
  courier: "JNE",
  service: "REG",
  is_pickup: false,
  min_weight_grams: 0,
  max_weight_grams: 30_000,
  min_subtotal: null,
  max_subtotal: null,
  excluded_product_ids: [],
  excluded_category_ids: [],
  shipping_classes: [],
  payment_methods: [],
  pricing: "per_kg",
  volumetric_divisor: 6_000,
  step_grams: 1_000,
  first_kg: 18_000,
  next_kg: 15_000,
  flat_price: 0,
  percent: 0,
  tiers: [],
  live_price: null,
  min_days: 2,
  max_days: 3,
  free_from: null,
  max_subsidy: null,
};

/** 12 % of 11/12 of the price: 11/111 of the paid amount. */
export const ordinaryRate: TaxRate = {
  rate_basis_points: 1_200,
  base_numerator: 11,
  base_denominator: 12,
};

export const sampleCart: CartToPrice = {
  lines: [sampleLine],
  promotions: [],
  gifts: new Map(),
  rates: [sampleRate],
  shipping_method_id: "regular",
  region_code: "3273191001",
  payment_method: "builtin:card",
  tax: { goods: ordinaryRate, shipping: ordinaryRate },
  default_weight_grams: 500,
  now: sampleNow,
};
