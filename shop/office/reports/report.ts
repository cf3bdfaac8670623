import type { ChosenPeriod } from "#shop/orders/figures/report-period.ts";
import type { SalesDimension, SalesOrder } from "#shop/orders/figures/sales-report.ts";

/** As in the addresses. */
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

/** Reports of now, whatever the period. */
export const isOfNow = (name: ReportName): boolean => name === "Stock";

export type ColumnKind =
  | "text"
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
  /** The same with its sign, or `new`. */
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
  /** Too many columns for a screen: only in the file. */
  readonly isFileOnly?: boolean;
}

export type Cell = string | number | null;

export interface Figure {
  readonly name: ColumnName | "average" | "money";
  readonly kind: "count" | "money";
  readonly value: number | null;
  /** Of the period that it is compared with; null where none is. */
  readonly before: number | null;
  readonly change: number | "new" | null;
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
  /** Rows; the file has more than the page. */
  readonly limit: number;
}
