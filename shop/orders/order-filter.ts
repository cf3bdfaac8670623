import { type OrderStage, orderStages } from "./order.ts";

/** What a list of orders is asked for. */
export interface OrderFilter {
  readonly stage: OrderStage | null;
  /** Number, name, phone, tracking number or item. */
  readonly q: string;
  readonly page: number;
}

/** Reads the filter from an address and ignores what makes no sense. */
export function readOrderFilter(params: URLSearchParams): OrderFilter {
  const page = /^[1-9]\d{0,4}$/.test(params.get("page") ?? "") ? Number(params.get("page")) : 1;
  return {
    stage: orderStages.find((stage) => stage === params.get("stage")) ?? null,
    q: (params.get("q") ?? "")
      .replace(/[\p{Cc}\p{Cs}]/gu, " ")
      .trim()
      .slice(0, 60),
    page,
  };
}
