import type { Rupiah } from "#shop/kernel/money.ts";
import type { OfferProblem } from "./payment-offer.ts";

/** The shop's rules for cash on delivery. The limits apply to goods and delivery, without the fee. */
export interface CashRules {
  readonly cod_fee: Rupiah;
  readonly cod_min: Rupiah;
  readonly cod_max: Rupiah;
}

export interface PurchaseFacts {
  /** Goods and delivery to pay. */
  readonly amount: Rupiah;
  /** Whether couriers take cash there; undefined while the destination is unknown. */
  readonly takesCash: boolean | undefined;
  /** Shipments of this customer that are not yet paid on delivery. */
  readonly unpaidShipments: number;
}

/** Maximum unpaid cash shipments of one customer: a refused one costs the shop the way there and back. */
export const maxUnpaidShipments = 3;

/** A smaller amount would not cover the three-digit code that identifies a transfer. */
export const leastTransfer: Rupiah = 10_000;

/** Why a purchase cannot be paid on delivery; null when it can. */
export function whyNotCash(rules: CashRules, purchase: PurchaseFacts): OfferProblem | null {
  if (purchase.takesCash === undefined) return { code: "cod_address" };
  if (!purchase.takesCash) return { code: "cod_area" };
  if (purchase.amount < rules.cod_min) return { code: "amount_too_small", least: rules.cod_min };
  if (purchase.amount > rules.cod_max) return { code: "amount_too_large", max: rules.cod_max };
  if (purchase.unpaidShipments >= maxUnpaidShipments) return { code: "cod_too_many" };
  return null;
}

/** @param limits the provider's limits of one payment */
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
