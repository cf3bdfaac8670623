import type { Rupiah } from "#shop/money.ts";
import type { OfferProblem } from "./payment-method.ts";

/** What a shop asks of those who pay on delivery. Sums are of goods and delivery, the fee not counted. */
export interface CashRules {
  readonly cod_fee: Rupiah;
  readonly cod_min: Rupiah;
  readonly cod_max: Rupiah;
}

export interface PurchaseFacts {
  /** Goods and delivery to pay. */
  readonly amount: Rupiah;
  /** Whether couriers take cash there; undefined while nobody knows where it goes. */
  readonly takesCash: boolean | undefined;
  /** Shipments of this customer that are still to be paid on delivery. */
  readonly unpaidShipments: number;
}

/** Shipments that one customer may have on their way without having paid: each that is refused costs the shop two ways. */
export const maxUnpaidShipments = 3;

/** Less would not cover the code of three digits that a transfer is told by. */
export const leastTransfer: Rupiah = 10_000;

/** Whether cash on delivery can be had for a purchase. */
export function whyNotCash(rules: CashRules, purchase: PurchaseFacts): OfferProblem | null {
  if (purchase.takesCash === undefined) return { code: "cod_address" };
  if (!purchase.takesCash) return { code: "cod_area" };
  if (purchase.amount < rules.cod_min) return { code: "amount_too_small", least: rules.cod_min };
  if (purchase.amount > rules.cod_max) return { code: "amount_too_large", max: rules.cod_max };
  if (purchase.unpaidShipments >= maxUnpaidShipments) return { code: "cod_too_many" };
  return null;
}

/** @param most the provider's own limit of one payment */
export function whyNotAmount(
  amount: Rupiah,
  limits: { least?: Rupiah | undefined; max?: Rupiah | undefined },
): OfferProblem | null {
  if (limits.least !== undefined && amount < limits.least) {
    return { code: "amount_too_small", least: limits.least };
  }
  if (limits.max !== undefined && amount > limits.max) {
    return { code: "amount_too_large", max: limits.max };
  }
  return null;
}
