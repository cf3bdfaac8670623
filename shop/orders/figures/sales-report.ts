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
  /** Refunds of pieces. */
  readonly back: number;
  /** All other refunds. */
  readonly other_back: number;
  /** PPN, minus the PPN of refunds. */
  readonly tax: number;
  /** Only for staff who may see costs: price without PPN, and cost, of pieces with a known cost, minus refunded pieces. */
  readonly base?: number;
  readonly cost?: number;
  /** Pieces whose cost is unknown, minus refunded pieces. */
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
  /** The id or value of the dimension; in sales by time, the first day. Empty: unknown. */
  readonly key: string;
  /** `net` of the compared period; null without a comparison. */
  readonly net_before: number | null;
  readonly orders_before: number | null;
}

export const salesOrders = ["net", "pieces", "orders", "back", "discount", "margin"] as const;
export type SalesOrder = (typeof salesOrders)[number];

/** Goods after discount and refunds. */
export const keptOf = ({ net, back }: SalesSums): number => net - back;

/** Average order, whole rupiah, rounded half up; null without orders. */
export function averageOf({ net, orders }: SalesSums): number | null {
  return orders <= 0 ? null : Math.floor((2 * net + orders) / (2 * orders));
}

/** Per cent with one decimal; null where the whole is 0. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
}

/** Number of orders below which a change is not meaningful. */
const fewOrders = 10;

/** Per cent with one decimal. `new`: zero in the compared period. Null: zero in both, or too few orders in one. */
export function changeOfSales(
  now: { readonly value: number; readonly orders: number },
  before: { readonly value: number; readonly orders: number },
): number | "new" | null {
  if (before.value === 0) return now.value === 0 ? null : "new";
  if (now.orders < fewOrders || before.orders < fewOrders) return null;
  return Math.round(((now.value - before.value) / before.value) * 1000) / 10;
}
