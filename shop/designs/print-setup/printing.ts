import type { LocalText } from "#base/language.ts";
import type { PrintSpec } from "#shop/designs/document/print-spec.ts";

/** A variant as the editor of prints shows it. */
export interface PrintableVariant {
  readonly id: string;
  readonly sku: string;
  readonly options: Readonly<Record<string, string>>;
  /** The specification that it is printed by; null: it cannot be printed. */
  readonly spec_id: string | null;
}

/** A specification that variants are printed by now. */
export interface CurrentSpec {
  readonly id: string;
  readonly revision: number;
  readonly spec: PrintSpec;
}

export interface StaffTemplate {
  readonly id: string;
  readonly version: number;
  readonly name: LocalText;
  readonly published: boolean;
  /** The specification that it is drawn for. */
  readonly spec_id: string;
  /** Fields that a buyer fills in. */
  readonly fields: number;
}

/** How a product is printed: its specifications, by which variants, and its templates in the buyers' order. */
export interface Printing {
  readonly product: {
    readonly id: string;
    readonly slug: string;
    readonly name: LocalText;
    readonly options: readonly {
      readonly code: string;
      readonly name: LocalText;
      readonly values: readonly { readonly code: string; readonly label: LocalText }[];
    }[];
    /** Whether staff want buyers to be offered it. */
    readonly personalisable: boolean;
    /** Whether buyers are: there is a published template too. */
    readonly takes_designs: boolean;
    /** Whether buyers can have it with a print only. */
    readonly print_required: boolean;
  };
  readonly variants: readonly PrintableVariant[];
  readonly specs: readonly CurrentSpec[];
  readonly templates: readonly StaffTemplate[];
  /** The newest revision of all; 0: none. A save names it. */
  readonly revision: number;
}
