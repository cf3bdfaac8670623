import type { MailBlock } from "#integrations/mail/layout.ts";

export const mailPicturePrefix = "proof-";

/** The picture of a proof in a mail; it is drawn when the mail is sent. */
export function mailPicture(proofId: string, alt: string): MailBlock {
  return { kind: "picture", name: `${mailPicturePrefix}${proofId}`, alt };
}
