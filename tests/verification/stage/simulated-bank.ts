import { cashProvider, transferProvider } from "#integrations/payment/by-hand/by-hand.server.ts";
import type {
  PaymentProvider,
  PaymentRequest,
  ProviderMethod,
  ProviderPayment,
} from "#integrations/payment/provider.ts";
import { currentActor, outsideCall } from "./gates.ts";

/** `down`: nothing happens. `lost`: it acts, and its answer never arrives. */
export type Fault = "none" | "down" | "lost";

export type BankStatus = "open" | "processing" | "succeeded" | "declined" | "canceled";

export interface BankPayment {
  readonly attemptId: string;
  readonly method: string;
  readonly amount: number;
  status: BankStatus;
  /** By the shop's key. */
  readonly refunds: Map<string, number>;
  /** Chargebacks of the payer's bank, by name; won when reversed. */
  readonly disputes: Map<string, Dispute>;
}

export interface Dispute {
  readonly amount: number;
  won: boolean;
}

const methods: readonly ProviderMethod[] = [
  { id: "card", kind: "card", pace: "quick", refundable: true },
  { id: "va_bca", kind: "instructions", pace: "slow", refundable: false },
];

/** A payment provider with its own ledger outside the shop's database, which can fail at every call. */
export class SimulatedBank implements PaymentProvider {
  readonly name = "builtin";
  readonly mode = "test";
  readonly methods = methods;
  readonly payments = new Map<string, BankPayment>();
  /** Whether it refuses to refund disputed money; other banks refund it twice. */
  readonly isStrict: boolean;
  /** The fault of an actor's next call; read once a call. */
  nextFault: (actor: string) => Fault = () => "none";

  constructor(isStrict = false) {
    this.isStrict = isStrict;
  }

  create(request: PaymentRequest): Promise<{ providerPaymentId: string; client: { id: string } }> {
    return this.call("create", () => {
      const id = `sim_${request.id}`;
      if (!this.payments.has(id)) {
        this.payments.set(id, {
          attemptId: request.id,
          method: request.method,
          amount: request.amount,
          status: "open",
          refunds: new Map(),
          disputes: new Map(),
        });
      }
      return { providerPaymentId: id, client: { id } };
    });
  }

  fetch(id: string): Promise<ProviderPayment | undefined> {
    return this.call("fetch", () => {
      const payment = this.payments.get(id);
      return payment && reported(payment);
    });
  }

  cancel(id: string): Promise<boolean> {
    return this.call("cancel", () => {
      const payment = this.payments.get(id);
      if (!payment || payment.status === "processing" || payment.status === "succeeded")
        return false;
      payment.status = "canceled";
      return true;
    });
  }

  refund(request: { providerPaymentId: string; amount: number; key: string }): Promise<{
    reference: string;
  }> {
    return this.call("refund", () => {
      const payment = this.payments.get(request.providerPaymentId);
      const given = [...(payment?.refunds.values() ?? [])].reduce((sum, amount) => sum + amount, 0);
      if (!payment?.refunds.has(request.key)) {
        if (payment?.status !== "succeeded" || given + request.amount > payment.amount) {
          throw new Error("the bank has nothing left to give back");
        }
        if (this.isStrict && [...payment.disputes.values()].some(({ won }) => !won)) {
          throw new Error("the bank gives nothing back that is in dispute");
        }
        payment.refunds.set(request.key, request.amount);
      }
      return { reference: `br_${request.key}` };
    });
  }

  /** The payer's bank charges back the paid and undisputed amount. @param share 1: all of it; 2: a half, and so on */
  dispute({ status, amount, disputes }: BankPayment, share: number): void {
    const debited = [...disputes.values()].reduce((sum, one) => sum + one.amount, 0);
    const now = Math.floor((amount - debited) / share);
    if (status === "succeeded" && now > 0) {
      disputes.set(`d${disputes.size}`, { amount: now, won: false });
    }
  }

  /** The first dispute that was not won is won. */
  giveUpDispute({ disputes }: BankPayment): void {
    const open = [...disputes.values()].find(({ won }) => !won);
    if (open) open.won = true;
  }

  /** Other tests check signatures; this bank accepts every body. */
  readNotification(_headers: Headers, rawBody: Uint8Array) {
    const { id, payment } = JSON.parse(Buffer.from(rawBody).toString("utf8")) as {
      id: string;
      payment: string;
    };
    return { eventId: id, providerPaymentId: payment, body: {} };
  }

  private async call<T>(name: string, act: () => T): Promise<T> {
    const fault = this.nextFault(currentActor() ?? "");
    const answer = await outsideCall(`bank ${name}`, () => {
      if (fault === "down") return undefined;
      return { value: act() };
    });
    if (fault !== "none" || !answer) throw new Error(`the bank gave no answer to ${name}`);
    return answer.value;
  }
}

function reported(payment: BankPayment): ProviderPayment {
  const isOpen = payment.status === "open" || payment.status === "processing";
  return {
    status: isOpen ? "pending" : (payment.status as Exclude<BankStatus, "open" | "processing">),
    amount: payment.amount,
    currency: "IDR",
    mode: "test",
    attemptId: payment.attemptId,
    chargeReference: payment.status === "succeeded" ? `bc_${payment.attemptId}` : undefined,
    declineCode: payment.status === "declined" ? "card_declined" : undefined,
    refunds: [...payment.refunds].map(([key, value]) => ({
      reference: `br_${key}`,
      amount: value,
    })),
    chargebacks: disputesOf(payment, () => true),
    reversals: disputesOf(payment, ({ won }) => won),
  };
}

function disputesOf(payment: BankPayment, which: (dispute: Dispute) => boolean) {
  return [...payment.disputes]
    .filter(([, dispute]) => which(dispute))
    .map(([name, { amount }]) => ({
      reference: disputeReference(payment.attemptId, name),
      amount,
    }));
}

export const disputeReference = (attemptId: string, name: string): string =>
  `bd_${attemptId}_${name}`;

/** From now on the shop's payments go to this bank, to its own account, or are paid on delivery. */
export function openBank(bank: SimulatedBank): void {
  const providers = [bank, transferProvider(), cashProvider()];
  (globalThis as unknown as Record<symbol, unknown>)[Symbol.for("etalase.payment-providers")] =
    new Map(providers.map((provider) => [provider.name, provider]));
}
