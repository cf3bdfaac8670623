/** The highest amount that identifies a transfer, as shop/orders/payments/attempts/transfer-code.server.ts chooses it. */
const highestCode = 999;

/**
 * The kind of an order's fee: a surcharge, the deduction that identifies a transfer (1 to 999 rupiah), or an accepted underpayment.
 * An underpayment of up to 999 rupiah counts as a transfer code.
 */
export function feeKind(fee: number): "paymentFee" | "transferCode" | "underpayment" {
  if (fee > 0) return "paymentFee";
  return fee < -highestCode ? "underpayment" : "transferCode";
}
