/** The highest amount that identifies a transfer, as shop/payments/attempts/transfer-code.server.ts chooses it. */
const highestCode = 999;

/** What the fee of an order is: a charge, a deduction that identifies a transfer, or what staff accepted less. */
export function feeKind(fee: number): "paymentFee" | "transferCode" | "shortfall" {
  if (fee > 0) return "paymentFee";
  return fee < -highestCode ? "shortfall" : "transferCode";
}
