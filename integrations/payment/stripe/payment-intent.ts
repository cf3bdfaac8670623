import type Stripe from "stripe";
import type { ProviderPayment } from "../provider.ts";

/**
 * Stripe counts rupiah in hundredths: IDR is not one of its zero-decimal currencies
 * (docs.stripe.com/currencies#zero-decimal).
 */
const minorUnits = 100;

export function toMinorUnits(rupiah: number): number {
  return rupiah * minorUnits;
}

/** A fraction of a rupiah is preserved, so that it never equals a requested amount. */
export function fromMinorUnits(amount: number): number {
  return amount / minorUnits;
}

type IntentFacts = Pick<
  Stripe.PaymentIntent,
  "id" | "status" | "amount" | "amount_received" | "currency" | "livemode" | "metadata"
> & {
  readonly latest_charge?: string | { readonly id: string } | null;
  readonly last_payment_error?: {
    readonly code?: string | undefined;
    readonly decline_code?: string | undefined;
  } | null;
};
type RefundFacts = Pick<Stripe.Refund, "id" | "amount" | "status">;
type DisputeFacts = Pick<Stripe.Dispute, "id" | "amount" | "status">;

/** Converts an intent, its refunds and its disputes. */
export function toProviderPayment(
  intent: IntentFacts,
  refunds: readonly RefundFacts[],
  disputes: readonly DisputeFacts[],
): ProviderPayment {
  const status = statusOf(intent);
  const charge = intent.latest_charge;
  const money = ({ id, amount }: { id: string; amount: number }) => ({
    reference: id,
    amount: fromMinorUnits(amount),
  });
  const isOver = ({ status }: RefundFacts) => status === "failed" || status === "canceled";
  // An inquiry moves no money; a dispute does at once, and a won one returns it.
  const moved = disputes.filter((dispute) => !dispute.status.startsWith("warning_"));
  return {
    status,
    amount: fromMinorUnits(status === "succeeded" ? intent.amount_received : intent.amount),
    currency: intent.currency.toUpperCase(),
    mode: intent.livemode ? "live" : "test",
    attemptId: intent.metadata.attempt_id,
    chargeReference:
      status === "succeeded" ? (typeof charge === "string" ? charge : charge?.id) : undefined,
    declineCode:
      intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? undefined,
    refunds: refunds.filter((refund) => !isOver(refund)).map(money),
    chargebacks: moved.map(money),
    reversals: [
      ...refunds.filter(isOver),
      ...moved.filter((dispute) => dispute.status === "won"),
    ].map(money),
  };
}

function statusOf(intent: IntentFacts): ProviderPayment["status"] {
  switch (intent.status) {
    case "succeeded":
      return "succeeded";
    case "canceled":
      return "canceled";
    case "requires_capture":
      return "authorized";
    case "requires_payment_method":
      return intent.last_payment_error ? "declined" : "pending";
    default:
      return "pending";
  }
}
