/** The fault of the n-th call to a bank, counted from zero. */
export interface Fault {
  readonly at: number;
  readonly what: "none" | "down" | "lost";
}

/** `dispute` is a chargeback by the payer's bank, and `win` reverses the first one. */
export type BankAct = "pay" | "refuse" | "process" | "force" | "dispute" | "win";

interface Of<Kind extends string> {
  readonly kind: Kind;
  /** The buyer's key of the order. */
  readonly order: string;
  readonly fault: Fault;
}

/** An act of a person or an event. Orders, attempts and shipments have the model's names. */
export type Action =
  | (Of<"place"> & {
      readonly customer: string;
      readonly lines: readonly { variant: string; quantity: number }[];
      readonly code: boolean;
      readonly method: string;
      readonly cashFee: number;
      /** The variant that is printed to order. */
      readonly printed: string | null;
      /** The price that the buyer saw. */
      readonly quoted: {
        readonly base: number;
        readonly shipping: number;
        readonly discount: number;
        readonly total: number;
        readonly lineTotals: readonly number[];
        readonly terms: string;
      };
    })
  | (Of<"pay-again"> & { readonly method: string; readonly cashFee: number })
  | (Of<"at-bank"> & {
      readonly attempt: number;
      readonly act: BankAct;
      /** Of what is paid and not in dispute yet. */
      readonly part?: "whole" | "half";
    })
  | (Of<"resolve"> & { readonly attempt: number; readonly task: number })
  | (Of<"notify"> & { readonly attempt: number; readonly event: string })
  | (Of<"look"> & { readonly attempt: number })
  | Of<"return-page">
  | Of<"reconcile">
  | (Of<"cancel"> & { readonly by: "customer" | "staff" })
  | Of<"lapse">
  | Of<"expire">
  | (Of<"receive-money"> & { readonly attempt: number })
  | (Of<"refund"> & {
      readonly key: string;
      readonly line: number;
      readonly pieces: number;
      readonly goodwill: number;
      readonly channel: "original" | "bank_transfer";
    })
  | (Of<"give-back"> & { readonly refund: string })
  | (Of<"ship"> & { readonly tracking: string; readonly pieces: readonly number[] | undefined })
  | (Of<"deliver"> & { readonly tracking: string })
  | (Of<"print"> & {
      readonly key: string;
      readonly line: number;
      readonly good: number;
      readonly spoiled: number;
    })
  | (Of<"count"> & { readonly variant: string; readonly pieces: number })
  | ReturnAction
  | Quote;

/** A quote without an order. */
export type Quote = Of<"quote"> & {
  readonly customer: string;
  readonly lines: readonly { variant: string; quantity: number }[];
  readonly code: boolean;
  readonly method: string;
};

/** Actions on returns and claims. Returns are named by key, pieces by line, replacements by number. */
export type ReturnAction =
  | (Of<"ask-return"> & {
      readonly key: string;
      readonly of: "return" | "claim";
      readonly pieces: readonly number[];
    })
  | (Of<"answer-return"> & { readonly key: string; readonly isRight: boolean })
  | (Of<"withdraw-return"> & { readonly key: string })
  | (Of<"send-return"> & { readonly key: string })
  | (Of<"receive-return"> & {
      readonly key: string;
      readonly resellable: readonly number[];
      readonly damaged: readonly number[];
    })
  | (Of<"settle-return"> & {
      readonly key: string;
      readonly of: "return" | "claim";
      readonly by: "refund" | "close" | "replacement" | "both";
      readonly shipping: number;
      readonly channel: "original" | "bank_transfer";
    })
  | (Of<"replacement"> & {
      readonly number: number;
      readonly act: "send" | "unpack" | "deliver";
    });

const returnKinds: ReadonlySet<string> = new Set<ReturnAction["kind"]>([
  "ask-return",
  "answer-return",
  "withdraw-return",
  "send-return",
  "receive-return",
  "settle-return",
  "replacement",
]);

export const isOfReturn = (action: Action): action is ReturnAction => returnKinds.has(action.kind);
