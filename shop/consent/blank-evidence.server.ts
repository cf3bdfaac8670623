import { asShop } from "#db/client.server.ts";

/** The job: removes network addresses and browsers from consents that are older than 90 days, and tokens of that age. */
export async function blankMailEvidence(): Promise<void> {
  await asShop()`select private.blank_mail_evidence()`;
}
