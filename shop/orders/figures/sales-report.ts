export const salesDimensions = [
  "all",
  "product",
  "variant",
  "category",
  "province",
  "payment",
  "promotion",
  "customer_type",
  "source",
] as const;
export type SalesDimension = (typeof salesDimensions)[number];

/** Whole rupiah with PPN, and pieces. */
export interface SalesSums {
  readonly orders: number;
  readonly pieces: number;
  readonly pieces_back: number;
  readonly gross: number;
  readonly discount: number;
  /** Goods after discount. */
  readonly net: number;
  readonly shipping: number;
  readonly fee: number;
  /** Money back for pieces. */
  readonly back: number;
  /** All other money back. */
  readonly other_back: number;
  /** PPN, without that of money that went back. */
  readonly tax: number;
  /** Only for staff who may see costs, of pieces whose cost is known and that stayed sold: price without PPN, and cost. */
  readonly base?: number;
  readonly cost?: number;
  /** Pieces whose cost is not known. */
  readonly uncosted?: number;
}

export const noSales: SalesSums = {
  orders: 0,
  pieces: 0,
  pieces_back: 0,
  gross: 0,
  discount: 0,
  net: 0,
  shipping: 0,
  fee: 0,
  back: 0,
  other_back: 0,
  tax: 0,
};

export interface SalesRow extends SalesSums {
  /** An id, the value of the dimension, or of sales by time the first day. Empty: none. */
  readonly key: string;
  /** Net of the period that it is compared with; null where none is. */
  readonly net_before: number | null;
  readonly orders_before: number | null;
}

export const salesOrders = ["net", "pieces", "orders", "back", "discount", "margin"] as const;
export type SalesOrder = (typeof salesOrders)[number];

/** Goods that stayed sold. */
export const keptOf = ({ net, back }: SalesSums): number => net - back;

/** Whole rupiah, half up; null without an order. */
export function averageOf({ net, orders }: SalesSums): number | null {
  return orders <= 0 ? null : Math.floor((2 * net + orders) / (2 * orders));
}

/** Per cent with one decimal; null where the whole is 0. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
}

/** Orders below which a change says nothing. */
const fewOrders = 10;

/** Per cent with one decimal. `new`: nothing before. Null: too few orders in either period. */
export function changeOfSales(
  now: { readonly value: number; readonly orders: number },
  before: { readonly value: number; readonly orders: number },
): number | "new" | null {
  if (before.value === 0) return now.value === 0 ? null : "new";
  if (now.orders < fewOrders || before.orders < fewOrders) return null;
  return Math.round(((now.value - before.value) / before.value) * 1000) / 10;
}
