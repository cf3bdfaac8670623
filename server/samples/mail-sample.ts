import type { Language } from "#base/language.ts";
import type { ComposedMail } from "#integrations/mail/layout.ts";
import type { Merchant } from "#shop/merchant/merchant.ts";

/** The site of a sample: the shop's own name and address, so that merchants see their own mails. */
export interface Site {
  readonly merchant: Merchant;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

/** One kind of message with sample data. */
export interface MailSample {
  /** Part of the preview's path: letters, digits and dashes. */
  readonly name: string;
  /** A mail, or a string for a text message. */
  compose(language: Language, site: Site): ComposedMail | string;
}
