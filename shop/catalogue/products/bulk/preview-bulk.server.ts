import { fail, ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import { productFields } from "#shop/catalogue/products/product-fields.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { readFilter } from "#shop/staff/filters/field.ts";
import type { BulkChange, Selection } from "./bulk-change.ts";
import { type PriceSample, samplePrices } from "./bulk-limits.server.ts";

/** Maximum of previewed prices. */
const shown = 8;

export interface BulkPreview {
  readonly products: number;
  readonly variants: number;
  /** The lowest prices. */
  readonly sample: readonly PriceSample[];
}

/** Staff: prices before and after a bulk change. Writes nothing. */
export async function previewBulk(
  actor: Person,
  selection: Selection,
  change: Extract<BulkChange, { kind: "price" }>,
): Promise<Result<BulkPreview, "not_permitted" | "filter_invalid">> {
  if (!may(actor, "prices.edit")) return fail("not_permitted");
  if (selection.of === "matching" && !readFilter(productFields, selection.filter).ok)
    return fail("filter_invalid");
  return ok(await samplePrices(asShop(), selection, change, shown));
}
