import type { MailBlock } from "#integrations/mail/blocks.ts";

export const mailPicturePrefix = "proof-";

/** The name of a proof's picture in a mail; it is drawn when the mail is sent. */
export function mailPictureName(proofId: string): string {
  return `${mailPicturePrefix}${proofId}`;
}

export function mailPicture(proofId: string, alt: string): MailBlock {
  return { kind: "picture", name: mailPictureName(proofId), alt };
}
