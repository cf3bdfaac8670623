import { searchText } from "#shop/kernel/search-text.ts";
import { type OrderStage, orderStages } from "./order.ts";

/** The filter of a list of orders. */
export interface OrderFilter {
  readonly stage: OrderStage | null;
  /** Number, name, phone, tracking number or item. */
  readonly q: string;
  readonly page: number;
}

/** Reads the filter from a query string and ignores invalid values. */
export function readOrderFilter(params: URLSearchParams): OrderFilter {
  const page = /^[1-9]\d{0,4}$/.test(params.get("page") ?? "") ? Number(params.get("page")) : 1;
  return {
    stage: orderStages.find((stage) => stage === params.get("stage")) ?? null,
    q: searchText(params.get("q"), 60),
    page,
  };
}
