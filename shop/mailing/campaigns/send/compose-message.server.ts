import MimeNode from "nodemailer/lib/mime-node";
import type { Language } from "#base/language.ts";
import { escapeHtml } from "#integrations/mail/escape-html.ts";
import { subjectLine } from "#integrations/mail/hidden-characters.ts";
import { linkToken } from "#shop/consent/link-token.server.ts";
import { stopByMail } from "#shop/consent/stop-by-mail.ts";
import { choicesPath } from "#shop/consent/topic-mail.server.ts";
import { deliveryId } from "#shop/mailing/campaigns/delivery-id.server.ts";
import {
  fillSlots,
  markNames,
  type Piece,
  plainLine,
  type SlotValues,
  splitSlots,
} from "#shop/mailing/campaigns/render/slots.ts";
import { encodePieces, encodeText } from "./quoted-printable.server.ts";

/** What every mail of a process shares. */
export interface SenderFacts {
  /** As in the header From, e.g. `Toko <kabar@shop.example>`. */
  readonly from: string;
  readonly publicUrl: string;
  /** A mailbox that the shop reads: mail programs that do not press the button may write to it. */
  readonly stopAddress?: string | undefined;
}

/** A version of a campaign, ready to be filled. */
export interface ReadyVersion {
  readonly subject: readonly Piece[];
  readonly html: readonly Piece[];
  readonly text: readonly Piece[];
  readonly language: Language;
  /** Both as they are transferred: what is the same for everybody is encoded once. */
  readonly encoded: { readonly html: readonly Piece[]; readonly text: readonly Piece[] };
}

export interface MailTarget {
  readonly campaign: number;
  readonly topic: string;
  /** The campaign's UUID, which the ledger of consent keeps. */
  readonly campaignId: string;
  /** Null for a campaign of staff. */
  readonly automation: string | null;
  /** Its number in the campaign. */
  readonly n: number;
  readonly recipientId: string;
  readonly email: string;
  readonly name: string | null;
  /** The recipient's own one of the campaign's promotion; null without one. */
  readonly code: string | null;
}

/** What the slots of a mail are filled with. */
type FilledTarget = Pick<MailTarget, "recipientId" | "topic" | "name" | "code"> &
  Partial<Pick<MailTarget, "campaignId">>;

export function readyVersion(version: {
  subject: string;
  html: string;
  text: string;
  language: Language;
}): ReadyVersion {
  const [html, text] = [splitSlots(version.html), splitSlots(version.text)];
  return {
    language: version.language,
    html,
    text,
    subject: splitSlots(markNames(version.subject)),
    encoded: { html: encodePieces(html), text: encodePieces(text) },
  };
}

/**
 * One recipient's mail as it is handed over. The same delivery always has the same Message-ID.
 * @throws Error for a voucher without a code
 */
export function composeMessage(
  facts: SenderFacts,
  version: ReadyVersion,
  target: MailTarget,
): Buffer {
  const values = slotValues(facts, version.language, target);
  if (target.code === null && version.html.some(isCode)) throw new Error("a voucher has no code");
  const root = rootOf(facts, subjectOf(version, values), {
    ...target,
    token: linkToken(target.recipientId),
    delivery: deliveryId(target.campaign, target.n),
  });
  const head = root.buildHeaders();
  const part = (type: string, pieces: readonly Piece[], encode: (text: string) => string) =>
    `--${root.boundary}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${fillSlots(pieces, values, encode)}\r\n`;
  const text = part("text/plain", version.encoded.text, encodeText);
  const html = part("text/html", version.encoded.html, (value) => encodeText(escapeHtml(value)));
  return Buffer.from(`${head}\r\n\r\n${text}${html}--${root.boundary}--\r\n`);
}

/** Whom the headers of a mail name, and how they lead back to the delivery. */
interface HeaderTarget
  extends Pick<MailTarget, "campaign" | "campaignId" | "topic" | "automation" | "n" | "email"> {
  /** Of the recipient's link. */
  readonly token: string;
  /** In the Message-ID. */
  readonly delivery: string;
}

/** The headers that `composeMessage` writes, for somebody who only looks at them. */
export function composeHeaders(facts: SenderFacts, subject: string, target: HeaderTarget): string {
  return rootOf(facts, subjectLine(subject), target).buildHeaders();
}

function rootOf(facts: SenderFacts, subject: string, target: HeaderTarget): MimeNode {
  const { hostname } = new URL(facts.publicUrl);
  const root = new MimeNode("multipart/alternative");
  root.setHeader({
    From: facts.from,
    // An object, so that the recipient is never parsed as a list of addresses.
    To: { name: "", address: target.email },
    Subject: subject,
    "Message-ID": `<${target.delivery}@${hostname}>`,
    ...campaignHeaders(facts, target),
  });
  return root;
}

const isCode = (piece: Piece) => typeof piece !== "string" && piece.slot === "code";

function slotValues(
  { publicUrl }: Pick<SenderFacts, "publicUrl">,
  language: Language,
  { recipientId, topic, name, code, campaignId }: FilledTarget,
): SlotValues {
  const token = linkToken(recipientId);
  return {
    name: name === null ? undefined : plainLine(name),
    code: code ?? undefined,
    stop: `${publicUrl}${choicesPath(token, topic, language, campaignId)}`,
    choose: `${publicUrl}${choicesPath(token, undefined, language, campaignId)}`,
  };
}

function subjectOf({ subject }: Pick<ReadyVersion, "subject">, values: SlotValues): string {
  return subjectLine(fillSlots(subject, values));
}

/** Subject, HTML and text as the recipient reads them. */
export function fillVersion(
  facts: Pick<SenderFacts, "publicUrl">,
  version: ReadyVersion,
  target: FilledTarget,
): { readonly subject: string; readonly html: string; readonly text: string } {
  const values = slotValues(facts, version.language, target);
  return {
    subject: subjectOf(version, values),
    html: fillSlots(version.html, values, escapeHtml),
    text: fillSlots(version.text, values),
  };
}

/**
 * The headers of mailing lists: RFC 8058 for the button that stops, RFC 2919 for the list, and what Gmail aggregates
 * complaints by. `prepared`: relays that sign mails break on a folded List-Unsubscribe.
 */
function campaignHeaders(
  { publicUrl, stopAddress }: SenderFacts,
  { campaign, campaignId, automation, n, topic, token }: HeaderTarget,
): Record<string, string | { readonly prepared: true; readonly value: string }> {
  const { hostname } = new URL(publicUrl);
  const stop = `<${publicUrl}/api/unsubscribe/${token}/${topic}/${campaignId}.${n}>`;
  const byMail = stopAddress ? `, <${stopByMail(stopAddress, { token, topic, campaignId })}>` : "";
  return {
    "List-Unsubscribe": { prepared: true, value: `${stop}${byMail}` },
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "List-Id": { prepared: true, value: `<${topic.replaceAll("_", "-")}.${hostname}>` },
    "Feedback-ID": `${campaign}:${topic}:${automation ?? "campaign"}:${hostname}`,
    Precedence: "bulk",
  };
}
