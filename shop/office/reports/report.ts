import type { ChosenPeriod } from "#shop/orders/figures/report-period.ts";
import type { SalesDimension, SalesOrder } from "#shop/orders/figures/sales-report.ts";

/** The names of the reports in addresses. */
export const reportNames = [
  "Days",
  "Months",
  "Products",
  "Variants",
  "Categories",
  "Provinces",
  "Payments",
  "Promotions",
  "Customers",
  "Sources",
  "Returns",
  "Production",
  "Stock",
] as const;
export type ReportName = (typeof reportNames)[number];

export const dimensionOf: Readonly<Partial<Record<ReportName, SalesDimension>>> = {
  Products: "product",
  Variants: "variant",
  Categories: "category",
  Provinces: "province",
  Payments: "payment",
  Promotions: "promotion",
  Customers: "customer_type",
  Sources: "source",
};

/** Whether a report shows the current state and ignores the period. */
export const isOfNow = (name: ReportName): boolean => name === "Stock";

export type ColumnKind =
  | "text"
  /** Empty for products without one. */
  | "category"
  | "day"
  | "month"
  | "customer_type"
  | "source"
  | "reason"
  | "process"
  | "yes"
  | "count"
  | "money"
  /** Per cent with one decimal. */
  | "percent"
  /** Per cent with one decimal and a sign, or `new`. */
  | "change";

export type ColumnName =
  | "name"
  | "day"
  | "month"
  | "orders"
  | "pieces"
  | "gross"
  | "discount"
  | "net"
  | "pieces_back"
  | "back"
  | "kept"
  | "tax"
  | "shipping"
  | "fee"
  | "other_back"
  | "share"
  | "cost"
  | "margin"
  | "margin_share"
  | "uncosted"
  | "net_before"
  | "change"
  | "reason"
  | "shop_fault"
  | "share_of_sold"
  | "resellable"
  | "damaged"
  | "value"
  | "process"
  | "good"
  | "spoiled"
  | "spoiled_share"
  | "reprinted"
  | "variants"
  | "at_cost"
  | "at_price";

export interface Column {
  readonly name: ColumnName;
  readonly kind: ColumnKind;
  /** The column is only in the file, because a screen has no space for all columns. */
  readonly isFileOnly?: boolean;
}

export type Cell = string | number | null;

export interface Figure {
  readonly name: ColumnName | "average" | "money";
  readonly kind: "count" | "money";
  readonly value: number | null;
  /** The value of the compared period; null without a comparison. */
  readonly before: number | null;
  readonly change: number | "new" | null;
}

/** A figure that is not compared with another period. */
export function uncompared(name: Figure["name"], kind: Figure["kind"], value: number): Figure {
  return { name, kind, value, before: null, change: null };
}

export interface Report {
  readonly figures: readonly Figure[];
  readonly columns: readonly Column[];
  /** A cell for each column. */
  readonly rows: readonly (readonly Cell[])[];
  readonly isCut: boolean;
}

export interface ReportInput {
  readonly name: ReportName;
  readonly period: ChosenPeriod;
  readonly order: SalesOrder;
  /** Maximum rows. */
  readonly limit: number;
}
