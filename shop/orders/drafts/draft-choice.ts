import type { Rupiah } from "#shop/kernel/money.ts";

/** A variant that the search of a draft offers. */
export interface DraftVariant {
  readonly id: string;
  readonly name: string;
  /** Chosen options as text, e.g. `Hitam, L`. */
  readonly options: string;
  readonly sku: string;
  readonly price: Rupiah;
  /** Pieces that can be sold now. */
  readonly available: number;
  /** The typed text is its SKU or barcode. */
  readonly is_exact: boolean;
}

/** A buyer that the search of a draft offers. */
export interface DraftBuyer {
  readonly id: string;
  /** Null for guests. */
  readonly account_id: string | null;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
}
