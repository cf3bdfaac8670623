import type { Language } from "#base/language.ts";
import type { ComposedMail } from "#integrations/mail/layout.ts";
import type { Merchant } from "#shop/merchant/merchant.ts";

/** What a sample is made with: the shop's own name and address, so that a merchant sees their mails. */
export interface Site {
  readonly merchant: Merchant;
  /** Without a slash at the end. */
  readonly publicUrl: string;
}

/** One kind of message as somebody could receive it. */
export interface MailSample {
  /** Stands in the address of its preview: letters, digits and dashes. */
  readonly name: string;
  /** A mail; a text where it is a text message. */
  compose(language: Language, site: Site): ComposedMail | string;
}
