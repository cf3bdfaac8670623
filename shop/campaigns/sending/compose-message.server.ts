import MailComposer from "nodemailer/lib/mail-composer";
import type { Language } from "#base/language.ts";
import { escapeHtml } from "#integrations/mail/layout.ts";
import { linkToken } from "#shop/mail-topics/link-token.server.ts";
import { choicesPath } from "#shop/mail-topics/topic-mail.server.ts";
import { fillSlots, markNames, type Piece, splitSlots } from "../slots.ts";
import { deliveryId } from "./delivery-id.server.ts";

/** What every mail of a process shares. */
export interface SenderFacts {
  /** As in the header From, e.g. `Toko <kabar@shop.example>`. */
  readonly from: string;
  readonly publicUrl: string;
}

/** A version of a campaign, ready to be filled. */
export interface ReadyVersion {
  readonly subject: readonly Piece[];
  readonly html: readonly Piece[];
  readonly text: readonly Piece[];
  readonly language: Language;
}

export interface MailTarget {
  readonly campaign: number;
  readonly topic: string;
  /** The campaign's UUID, which the ledger of consent keeps. */
  readonly campaignId: string;
  /** Its number in the campaign. */
  readonly n: number;
  readonly recipientId: string;
  readonly email: string;
  readonly name: string | null;
}

export function readyVersion(version: {
  subject: string;
  html: string;
  text: string;
  language: Language;
}): ReadyVersion {
  return {
    language: version.language,
    subject: splitSlots(markNames(version.subject)),
    html: splitSlots(version.html),
    text: splitSlots(version.text),
  };
}

/** One recipient's mail as it is handed over. The same delivery always has the same Message-ID. */
export function composeMessage(
  facts: SenderFacts,
  version: ReadyVersion,
  target: MailTarget,
): Promise<Buffer> {
  const { hostname } = new URL(facts.publicUrl);
  const id = deliveryId(target.campaign, target.n);
  const mail = new MailComposer({
    from: facts.from,
    // An object, so that the recipient is never parsed as a list of addresses.
    to: { name: "", address: target.email },
    ...fillVersion(facts, version, target),
    messageId: `<${id}@${hostname}>`,
    headers: campaignHeaders(facts, target),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return mail.compile().build();
}

/** Subject, HTML and text as the recipient reads them. */
export function fillVersion(
  { publicUrl }: Pick<SenderFacts, "publicUrl">,
  { subject, html, text, language }: ReadyVersion,
  { recipientId, topic, name }: Pick<MailTarget, "recipientId" | "topic" | "name">,
): { readonly subject: string; readonly html: string; readonly text: string } {
  const token = linkToken(recipientId);
  const values = {
    name: name ?? undefined,
    stop: `${publicUrl}${choicesPath(token, topic, language)}`,
    choose: `${publicUrl}${choicesPath(token, undefined, language)}`,
  };
  return {
    subject: fillSlots(subject, values).replaceAll(/[\r\n\0]+/g, " "),
    html: fillSlots(html, values, escapeHtml),
    text: fillSlots(text, values),
  };
}

/**
 * The headers of mailing lists: RFC 8058 for the button that stops, RFC 2919 for the list, and what Gmail aggregates
 * complaints by. `prepared`: relays that sign mails break on a folded List-Unsubscribe.
 */
export function campaignHeaders(
  { publicUrl }: Pick<SenderFacts, "publicUrl">,
  { campaign, campaignId, n, topic, recipientId }: MailTarget,
): Record<string, string | { readonly prepared: true; readonly value: string }> {
  const { hostname } = new URL(publicUrl);
  const stop = `${publicUrl}/api/unsubscribe/${linkToken(recipientId)}/${topic}/${campaignId}.${n}`;
  return {
    "List-Unsubscribe": { prepared: true, value: `<${stop}>` },
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "List-Id": { prepared: true, value: `<${topic.replaceAll("_", "-")}.${hostname}>` },
    "Feedback-ID": `${campaign}:${topic}:campaign:${hostname}`,
    Precedence: "bulk",
  };
}
