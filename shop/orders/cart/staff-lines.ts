import { randomUUID } from "node:crypto";
import type { BuyableLine } from "./cart-lines.ts";
import type { LoadedVariant } from "./load-cart.server.ts";
import type { PricedCart } from "./price-cart.ts";
import type { CustomLine, StaffSale } from "./staff-sale.ts";

/** Custom lines as product lines: always in stock, of the ordinary shipping class, without promotions. */
export function customLines({ custom }: StaffSale): BuyableLine[] {
  return custom.map((line) => ({
    variant: customVariant(line),
    quantity: line.quantity,
    design: null,
    production_days: 0,
  }));
}

function customVariant({ name, unit_price, weight_grams, tax_class }: CustomLine): LoadedVariant {
  return {
    // Random, so that no promotion and no stock of a product matches it.
    id: randomUUID(),
    product_id: randomUUID(),
    product_slug: "",
    sku: "-",
    name,
    options: "",
    picture: null,
    unit_price,
    was_price: null,
    is_custom: true,
    is_on_sale: false,
    category_ids: [],
    tax_class,
    shipping_class: "ordinary",
    weight_grams,
    length_mm: 0,
    width_mm: 0,
    height_mm: 0,
    stock_band: "in",
    available: Number.MAX_SAFE_INTEGER,
    backorder_limit: 0,
    min_pieces: 1,
    max_pieces: Number.MAX_SAFE_INTEGER,
    spec_id: null,
    production_days: 0,
    print_required: false,
  };
}

/** Whether a staff discount in rupiah is higher than the price of the goods. */
export function exceedsGoods(staff: StaffSale | undefined, { lines }: PricedCart): boolean {
  if (staff?.discount?.kind !== "rupiah") return false;
  const taken = lines.reduce((sum, { staff_discount }) => sum + staff_discount, 0);
  return taken < staff.discount.value;
}
