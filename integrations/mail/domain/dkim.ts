import DKIM from "nodemailer/lib/dkim";

/** A key for signing mails (RFC 6376). nodemailer signs with RSA only. */
export interface DkimKey {
  /** The domain of the sender's address. */
  readonly domain: string;
  readonly selector: string;
  /** PEM, PKCS 8. */
  readonly privateKey: string;
}

/**
 * The signed headers. nodemailer's own list leaves out `List-Unsubscribe-Post`, and Gmail shows no button for a mail where
 * it is not signed.
 */
const signedHeaders = [
  "From",
  "To",
  "Subject",
  "Date",
  "Message-ID",
  "MIME-Version",
  "Content-Type",
  "Content-Transfer-Encoding",
  "List-Id",
  "List-Unsubscribe",
  "List-Unsubscribe-Post",
  "Feedback-ID",
].join(":");

/** As nodemailer takes it. */
export const dkimOptions = ({ domain, selector, privateKey }: DkimKey) => ({
  domainName: domain,
  keySelector: selector,
  privateKey,
  headerFieldNames: signedHeaders,
});

/** @returns the whole message with its signature before it */
export async function signMail(message: Buffer, key: DkimKey): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of new DKIM(dkimOptions(key)).sign(message)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** The record to publish at `{selector}._domainkey.{domain}`. @param publicKey base64 of SPKI */
export function dkimRecord(publicKey: string): string {
  return `v=DKIM1; k=rsa; p=${publicKey}`;
}
