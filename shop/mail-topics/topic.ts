/**
 * Mails that people can unsubscribe from, with the default of each topic. Mails about a placed order (payment received,
 * sent, cancelled) are not a topic: they are always sent.
 */
export const mailTopics = {
  /** The reminder of an unpaid order: business rule 9 calls it transactional, but people can unsubscribe. */
  payment_reminder: { unlessChosen: true },
  /** The newsletter: opt-in only. */
  news: { unlessChosen: false },
  /** Back-in-stock alerts: opt-in only, one mail per request. */
  stock: { unlessChosen: false },
} as const satisfies Record<string, { unlessChosen: boolean }>;

export type MailTopic = keyof typeof mailTopics;
export const mailTopicNames = Object.keys(mailTopics) as MailTopic[];

export function isMailTopic(value: unknown): value is MailTopic {
  return typeof value === "string" && Object.hasOwn(mailTopics, value);
}

export type MailChoices = Readonly<Record<MailTopic, boolean>>;
