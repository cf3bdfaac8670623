import type { LocalText } from "#base/language.ts";

/** A picture of the shop that a mail may show. */
export interface MailPicture {
  /** Of the file in a width for mails. */
  readonly url: string;
  /** The same in the width of a list. */
  readonly thumb: string;
  /** What it shows, where somebody said so. */
  readonly alt: LocalText;
  /** Of its product, or of the uploaded file. */
  readonly name: LocalText;
}
