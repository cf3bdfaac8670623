import { readMime } from "#integrations/mail-events/mime-parts.ts";

/** What a mail that stops a topic says. */
export interface MailedStop {
  /** Of the recipient's link: who knows it may stop their mails. */
  readonly token: string;
  readonly topic: string;
  /** The campaign's UUID. */
  readonly campaignId: string;
}

/** Without blanks, so that no mail program folds it. */
const subject =
  /^stop\/([A-Za-z0-9_-]{44})\/([a-z0-9_-]{1,40})\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The `mailto:` of `List-Unsubscribe` (RFC 2369, RFC 6068). @param address a mailbox that the shop reads */
export function stopByMail(address: string, { token, topic, campaignId }: MailedStop): string {
  const [name = "", host = ""] = address.split("@");
  return `mailto:${encodeURIComponent(name)}@${host}?subject=stop/${token}/${topic}/${campaignId}`;
}

/**
 * Reads a whole mail that came to the mailbox.
 * @returns undefined for any other mail, also for an answer to one (`Re: stop/…`)
 */
export function readMailedStop(message: Uint8Array): MailedStop | undefined {
  const mail = readMime(Buffer.from(message).toString("latin1"));
  const [, token, topic, campaignId] = subject.exec(mail.headers.get("subject")?.[0] ?? "") ?? [];
  return token && topic && campaignId ? { token, topic, campaignId } : undefined;
}
