import type { Rupiah } from "#shop/kernel/money.ts";

interface Fee {
  readonly payment_fee: Rupiah;
  /** Staff accepted a different amount than requested, and the fee contains the difference. */
  readonly is_fee_adjusted: boolean;
}

/** The kind of an order's fee: a surcharge, the deduction that identifies a transfer, or an accepted difference. */
export function feeKind(fee: Fee): "paymentFee" | "transferCode" | "difference" {
  if (fee.is_fee_adjusted) return "difference";
  return fee.payment_fee > 0 ? "paymentFee" : "transferCode";
}
