import type { MailCopy } from "./mail-style.ts";

/** A label with its value, e.g. the date of an order. */
export interface MailFact {
  readonly label: string;
  readonly value: string;
}

/** Goods on a receipt. */
export interface MailItem {
  readonly name: string;
  /** What tells it from its kin, e.g. its colour and the words printed on it; may be empty. */
  readonly detail: string;
  /** E.g. `2 × Rp89.000`. */
  readonly quantity: string;
  /** Missing where the mail is not about money. */
  readonly amount?: string;
  /** An address of the web, or the name of a picture that is attached when the mail is sent. */
  readonly picture?: { readonly url: string } | { readonly attached: string };
}

/** One part of a mail, top to bottom. All texts are plain; the layout escapes them. */
export type MailBlock =
  /** What has happened, on the copy of its stage, with the one thing to do next. */
  | {
      readonly kind: "status";
      readonly copy: MailCopy;
      readonly heading: string;
      readonly text: string;
      readonly facts: readonly MailFact[];
      readonly button: { readonly text: string; readonly url: string };
    }
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "note"; readonly text: string }
  /** A picture that is attached when the mail is sent; `name` is of letters, digits and `-`. */
  | { readonly kind: "picture"; readonly name: string; readonly alt: string }
  /** A code to copy, large and monospaced. */
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "button"; readonly text: string; readonly url: string }
  | { readonly kind: "items"; readonly items: readonly MailItem[] }
  /** Ruled lines of a receipt; a double rule separates the last `totals` of them, and a stamp stands below. */
  | {
      readonly kind: "lines";
      readonly lines: readonly MailFact[];
      readonly totals?: number;
      readonly stamp?: string;
    };
