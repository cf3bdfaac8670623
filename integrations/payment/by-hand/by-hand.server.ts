import { AppError } from "#base/errors.ts";
import { asShop } from "#db/client.server.ts";
import type { PaymentProvider, ProviderMethod } from "../provider.ts";

/** Transfers to the shop's bank account; staff find them on a bank statement. */
export function transferProvider(): PaymentProvider {
  return byHand("transfer", [
    { id: "bank", kind: "instructions", pace: "slow", refundable: false },
  ]);
}

/** Cash that a courier collects on delivery. */
export function cashProvider(): PaymentProvider {
  return byHand("cod", [{ id: "cash", kind: "offline", pace: "slow", refundable: false }]);
}

/** Money that staff had received when they made the order. `listProviders` never has it, so that no buyer is offered it. */
export function counterProvider(): PaymentProvider {
  return byHand(
    "counter",
    ["cash", "reader", "transfer"].map((id) => ({
      id,
      kind: "instructions",
      pace: "quick",
      refundable: false,
    })),
  );
}

/**
 * A payment method without a provider: its only source is the receipts that staff recorded. It sends no notifications,
 * and refunds are made by hand.
 */
function byHand(name: string, methods: readonly ProviderMethod[]): PaymentProvider {
  return {
    name,
    mode: "live",
    methods,
    create: ({ id }) => Promise.resolve({ providerPaymentId: id, client: {} }),

    async fetch(id) {
      const [row] = await asShop()<{ amount: number; currency: string; received: number | null }[]>`
        select p.amount, p.currency, r.amount as received
        from payments p left join payment_receipts r on r.payment_id = p.id
        where p.id = ${id} and p.provider = ${name}`;
      if (!row) return undefined;
      return {
        status: row.received === null ? "pending" : "succeeded",
        amount: row.received ?? row.amount,
        currency: row.currency,
        mode: "live",
        attemptId: id,
        chargeReference: row.received === null ? undefined : `receipt:${id}`,
        declineCode: undefined,
        refunds: [],
        chargebacks: [],
        reversals: [],
      };
    },

    async cancel(id) {
      const [receipt] = await asShop()`select from payment_receipts where payment_id = ${id}`;
      return receipt === undefined;
    },

    refund: () => Promise.reject(new AppError("refund_not_supported", 409)),
    readNotification: () => undefined,
  };
}
