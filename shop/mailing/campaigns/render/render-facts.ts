import type { Language } from "#base/language.ts";
import type { ClickMark } from "#shop/orders/mail-clicks/click-mark.ts";
import type { Occasion } from "./occasion.ts";

/** A product as a mail shows it. */
export interface MailProduct {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** Whole rupiah. */
  readonly price_from: number;
  readonly price_to: number;
  /** An address of the shop, or null without a picture. */
  readonly picture: string | null;
}

/** What a mail needs besides its content. */
export interface RenderFacts {
  readonly language: Language;
  readonly publicUrl: string;
  readonly shop: {
    readonly name: string;
    readonly legalName: string;
    readonly street: string;
    readonly city: string;
  };
  /** The name of its topic in the language. */
  readonly topic: string;
  readonly products: ReadonlyMap<string, MailProduct>;
  /** Products of each rule of the content, top to bottom (`pickProducts`). */
  readonly picked: readonly (readonly string[])[];
  /** What follows the blocks of an automation's mail. */
  readonly occasion?: Occasion | undefined;
  /** Whose clicks are counted; without it, as in previews and tests, no link has a mark. */
  readonly counted?: Omit<ClickMark, "link">;
}
