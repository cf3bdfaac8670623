import type { Language } from "#base/language.ts";

/**
 * The topics of the program's own mails; private.mail_topics describes them, and those of the merchant. Mails about a
 * placed order (payment received, sent, cancelled) are not a topic: they are always sent.
 */
export const mailTopicNames = [
  "news",
  "stock",
  "payment_reminder",
  "review",
  "cart_reminder",
] as const;

/** Topics of the merchant's own that are in use at a time; a trigger counts them. */
export const maxOwnTopics = 5;

export type MailTopic = (typeof mailTopicNames)[number];

/** Whether a text has the form of a topic's name. */
export function isTopicSlug(value: unknown): value is string {
  return typeof value === "string" && /^[a-z][a-z0-9_]{1,39}$/.test(value);
}

export type SubscriptionState =
  | "pending"
  | "subscribed"
  | "unsubscribed"
  | "bounced"
  | "complained";
export type ConsentLevel = "single" | "confirmed" | "imported";
export type ConsentSource =
  | "footer"
  | "checkout"
  | "account"
  | "import"
  | "stock_form"
  | "one_click"
  | "page"
  | "staff"
  | "webhook";

/** What proves an act of consent; kept with its event in the ledger. */
export interface ConsentEvidence {
  /** The sentence that the person agreed to, as they read it. */
  readonly wording?: string;
  readonly language?: Language;
  /** Network address and browser; removed after 90 days. */
  readonly ip?: string;
  readonly user_agent?: string;
  /** Of a confirmation: false when the page sent it by itself. */
  readonly pressed?: boolean;
  /** The campaign whose mail was answered. */
  readonly campaign?: string;
  /** The import whose file names the person. */
  readonly import?: string;
  /** Of an import: when the person agreed, ISO 8601, and where. */
  readonly consented_at?: string;
  readonly consent_source?: string;
  /** The member of staff. */
  readonly actor?: string;
}
