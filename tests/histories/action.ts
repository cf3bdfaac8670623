/** What goes wrong with the n-th call to a bank, counted from nought. */
export interface Fault {
  readonly at: number;
  readonly what: "none" | "down" | "lost";
}

interface Of<Kind extends string> {
  readonly kind: Kind;
  /** The buyer's key of the order. */
  readonly order: string;
  readonly fault: Fault;
}

/** What somebody does, or what happens. Orders, attempts and parcels go by the names the model knows them by. */
export type Action =
  | (Of<"place"> & {
      readonly customer: string;
      readonly lines: readonly { variant: string; quantity: number }[];
      readonly code: boolean;
      readonly method: string;
      readonly cashFee: number;
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
      readonly act: "pay" | "refuse" | "process" | "force";
    })
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
  | (Of<"count"> & { readonly variant: string; readonly pieces: number });
