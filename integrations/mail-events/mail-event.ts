/** What a mail server or a provider says about a mail that the shop sent. */
export interface MailEvent {
  /** Unique at its source: the same id again is the same event. */
  readonly id: string;
  readonly kind: "delivered" | "deferred" | "bounced" | "complained";
  /** Of `bounced` only. */
  readonly bounce: BounceClass | undefined;
  /** The enhanced status code (RFC 3463), e.g. `5.1.1`; empty where none was given. */
  readonly code: string;
  /** As the other side worded it, at most 500 characters. For staff, never for buyers. */
  readonly reason: string;
  /** The recipient in lower case. */
  readonly address: string | undefined;
  /** The Message-ID of the mail without its angle brackets. */
  readonly messageId: string | undefined;
  /** The token of the envelope sender, `b+{token}@…`. */
  readonly envelopeToken: string | undefined;
}

/**
 * `hard`: the mailbox does not exist. `soft`: it does not take mails at present. `policy`: the mail or its sender was
 * refused, which says nothing about the mailbox.
 */
export type BounceClass = "hard" | "soft" | "policy";

/** Mailboxes or domains that do not exist: RFC 3463, and RFC 7505 for domains that take no mail. */
const noMailbox = new Set(["5.1.1", "5.1.2", "5.1.10"]);

/**
 * @param code enhanced status code
 * @param isPermanent whether a provider called it permanent where the code says nothing
 */
export function bounceClass(code: string, isPermanent = false): BounceClass {
  if (noMailbox.has(code)) return "hard";
  // 5.7: security or policy. A provider's word does not make it the mailbox's fault.
  if (/^[45]\.7\./.test(code)) return "policy";
  // 5.2: the mailbox exists and is full, disabled or limited. Others (5.3 to 5.6) are about systems and contents.
  if (code.startsWith("4.") || /^5\.[2-6]\./.test(code)) return "soft";
  return isPermanent ? "hard" : "soft";
}

const enhanced = /\b([245]\.\d{1,3}\.\d{1,3})\b/;

/** The first enhanced status code of a text. @returns "" without one */
export function statusIn(text: string): string {
  return enhanced.exec(text)?.[1] ?? "";
}

/** An address as it is compared: without its name and angle brackets, in lower case. */
export function addressIn(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  // The first part has no @: two parts that match the same characters take quadratic time.
  const [, inside] = /<([^<>\s@]+@[^<>\s]+)>/.exec(text) ?? [];
  const address = (inside ?? text).trim().toLowerCase();
  // Control characters are refused, because PostgreSQL cannot store U+0000.
  return /^[^\s\p{Cc},;<>"()@]+@[^\s\p{Cc},;<>"()]+$/u.test(address) && address.length <= 254
    ? address
    : undefined;
}

/** A Message-ID without its angle brackets. */
export function messageIdIn(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  const id = text.trim().replace(/^<|>$/g, "");
  return id !== "" && id.length <= 500 && !/[\s\p{Cc}]/u.test(id) ? id : undefined;
}

/** A text of the other side, without control characters. */
export function reasonOf(text: unknown): string {
  if (typeof text !== "string") return "";
  return text
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, 500);
}
