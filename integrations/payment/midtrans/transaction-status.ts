import type { MoneyBack, ProviderPayment } from "../provider.ts";

/** The used fields of the status API's answer (docs.midtrans.com/docs/transaction-status-cycle). */
export interface TransactionStatus {
  readonly transaction_id: string;
  readonly order_id: string;
  readonly transaction_status: string;
  readonly fraud_status?: string;
  /** Whole rupiah with two zeros: `650000.00` */
  readonly gross_amount: string;
  readonly currency?: string;
  readonly status_message?: string;
  readonly refund_amount?: string;
  readonly refunds?: readonly {
    readonly refund_key?: string;
    readonly refund_chargeback_id?: number;
    readonly refund_amount: string;
  }[];
}

export function toProviderPayment(
  transaction: TransactionStatus,
  mode: "test" | "live",
): ProviderPayment {
  const status = statusOf(transaction);
  const amount = Number(transaction.gross_amount);
  const { transaction_id, transaction_status } = transaction;
  const refunds = refundsOf(transaction, amount);
  const returned = refunds.reduce((sum, refund) => sum + refund.amount, 0);
  const chargeback = `chargeback:${transaction_id}`;
  const isPaid = ["capture", "settlement"].includes(transaction_status);
  return {
    status,
    amount,
    currency: transaction.currency ?? "IDR",
    mode,
    attemptId: transaction.order_id,
    chargeReference: status === "succeeded" ? transaction.transaction_id : undefined,
    declineCode: status === "declined" ? "card_declined" : undefined,
    refunds,
    chargebacks:
      transaction_status === "chargeback"
        ? [{ reference: chargeback, amount: amount - returned }]
        : [],
    // The status API has no field for the amount of a partial chargeback.
    unclearChargebacks: transaction_status === "partial_chargeback" ? [chargeback] : [],
    reversals: [
      // A status after a chargeback that is paid again: the bank returned the money.
      ...(status === "succeeded" && isPaid ? [{ reference: chargeback, amount }] : []),
      // The listed refunds replace the sum that an earlier answer reported without them.
      ...(transaction.refunds ? [{ reference: sumReference(transaction_id), amount }] : []),
    ],
  };
}

function statusOf({
  transaction_status,
  fraud_status,
}: TransactionStatus): ProviderPayment["status"] {
  switch (transaction_status) {
    case "capture":
      // Fraud detection waits for the merchant's decision: the payment is authorized, not captured.
      if (fraud_status === "challenge") return "authorized";
      return fraud_status === "deny" ? "declined" : "succeeded";
    case "settlement":
    case "refund":
    case "partial_refund":
    case "chargeback":
    case "partial_chargeback":
      return "succeeded";
    case "authorize":
      return "authorized";
    case "deny":
    case "failure":
      return "declined";
    case "cancel":
      return "canceled";
    case "expire":
      return "expired";
    default:
      return "pending";
  }
}

function refundsOf(transaction: TransactionStatus, amount: number): MoneyBack[] {
  const { refunds, transaction_status, refund_amount, transaction_id } = transaction;
  if (refunds) {
    return refunds.map((refund) => ({
      reference: refund.refund_key ?? String(refund.refund_chargeback_id ?? transaction_id),
      amount: Number(refund.refund_amount),
    }));
  }
  if (transaction_status !== "refund" && transaction_status !== "partial_refund") return [];
  return [
    {
      reference: sumReference(transaction_id),
      amount: Number(refund_amount ?? amount),
      isSum: true,
    },
  ];
}

const sumReference = (transactionId: string): string => `refund:${transactionId}`;
