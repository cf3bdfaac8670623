import * as v from "valibot";
import type { LocalText } from "#base/language.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { textLine } from "#shop/kernel/text-line.ts";

export const saleKinds = ["percent", "amount", "fixed"] as const;
export type SaleKind = (typeof saleKinds)[number];

/** `running`, `upcoming` and `over` are a scheduled sale at this moment. */
export type SaleStatus = "draft" | "upcoming" | "running" | "over" | "ended";

/** Products and categories that one sale names, and variants that take part. */
export const maxSaleTargets = 500;
export const maxSaleVariants = 20_000;

const moment = v.pipe(
  v.string(),
  v.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/, "date_invalid"),
  v.check((text) => !Number.isNaN(Date.parse(`${text}:00Z`)), "date_invalid"),
);
const ids = v.pipe(
  v.array(v.pipe(v.string(), v.uuid("invalid_input"))),
  v.maxLength(maxSaleTargets, "too_many"),
);

export const saleSchema = v.pipe(
  v.strictObject({
    /** Chosen by the form. */
    id: v.pipe(v.string(), v.uuid("invalid_input")),
    /** 0: new. */
    version: v.pipe(v.number("invalid_input"), v.integer("invalid_input"), v.minValue(0)),
    name: textLine(80),
    kind: v.picklist(saleKinds, "invalid_input"),
    /** Percent, or whole rupiah. */
    value: v.pipe(
      v.number("number_invalid"),
      v.integer("number_invalid"),
      v.minValue(1, "number_invalid"),
      v.maxValue(1_000_000_000_000, "number_too_large"),
    ),
    product_ids: ids,
    category_ids: ids,
    /** Wall-clock time of the shop, `YYYY-MM-DDTHH:MM`. */
    starts_at: moment,
    ends_at: moment,
  }),
  v.forward(
    v.check(({ kind, value }) => kind !== "percent" || value <= 99, "percent_invalid"),
    ["value"],
  ),
  v.forward(
    v.check(({ starts_at, ends_at }) => ends_at > starts_at, "sale_period_invalid"),
    ["ends_at"],
  ),
  v.forward(
    v.check((sale) => sale.product_ids.length + sale.category_ids.length > 0, "required"),
    ["product_ids"],
  ),
);
export type SaleInput = v.InferOutput<typeof saleSchema>;

export interface Sale extends SaleInput {
  readonly status: SaleStatus;
  readonly products: readonly { readonly id: string; readonly name: LocalText }[];
}

/** A variant of the preview. */
export interface SalePreviewRow {
  readonly variant_id: string;
  readonly product: string;
  readonly sku: string;
  readonly base_price: Rupiah;
  /** Null: the sale would not lower its price, so it takes no part. */
  readonly price: Rupiah | null;
  /** Another sale at the same time. */
  readonly clash: string | null;
  /** What it would leave of the price without PPN after the cost; null without a cost, or for staff who may not see it. */
  readonly margin: Rupiah | null;
}

export interface SalePreview {
  readonly rows: readonly SalePreviewRow[];
  readonly variants: number;
  readonly unchanged: number;
  readonly clashes: number;
  /** Prices below the cost; 0 for staff who may not see costs. */
  readonly below_cost: number;
}
