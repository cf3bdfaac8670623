/**
 * What people can stop getting, and whether they get it without having chosen. Mails about an order that was placed
 * (payment received, sent, cancelled) are no topic: they always go.
 */
export const mailTopics = {
  /** The reminder of an order that was placed and not paid; business rule 9 calls it transactional, people need not. */
  payment_reminder: { unlessChosen: true },
  /** Only for those who asked for it. */
  news: { unlessChosen: false },
  /** That something is there again: only for those who asked, once for each time they did. */
  stock: { unlessChosen: false },
} as const satisfies Record<string, { unlessChosen: boolean }>;

export type MailTopic = keyof typeof mailTopics;
export const mailTopicNames = Object.keys(mailTopics) as MailTopic[];

export function isMailTopic(value: unknown): value is MailTopic {
  return typeof value === "string" && Object.hasOwn(mailTopics, value);
}

export type MailChoices = Readonly<Record<MailTopic, boolean>>;
