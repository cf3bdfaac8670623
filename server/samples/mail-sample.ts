import { type Language, localPath } from "#base/language.ts";
import type { ComposedMail } from "#integrations/mail/layout.ts";
import type { Merchant } from "#shop/settings/merchant/merchant.ts";

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

/** Who is in the samples. */
export const people = {
  name: "Siti Rahmawati",
  email: "siti@contoh.test",
  phone: "+6281234567890",
};
export const orderId = "00000000-0000-4000-8000-000000000000";

/** Opens the choices of the person in the samples. */
export function unsubscribe(language: Language, { publicUrl }: Site): string {
  return `${publicUrl}${localPath(language, "/Unsubscribe")}?t=${"x".repeat(40)}`;
}

/** A kind in the name of its sample. */
export function dashed(kind: string): string {
  return kind.replaceAll("_", "-");
}
