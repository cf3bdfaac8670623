import type { Language } from "#base/language.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { readStopToken } from "./link-token.server.ts";

export interface TopicChoice {
  readonly slug: string;
  readonly name: Readonly<Record<Language, string>>;
  readonly hint: Readonly<Record<Language, string>>;
  /** The pause and the limit apply to it. */
  readonly marketing: boolean;
  /** The recipient gets its mails, but for a pause. */
  readonly isOn: boolean;
  /** Turned off before, so that turning it on needs a confirmation. */
  readonly isStopped: boolean;
  /** A confirmation was asked for. */
  readonly isPending: boolean;
}

export interface MailSubscriber {
  /** `r•••@contoh.com`: recognisable to its owner, but not to a stranger who finds the link. */
  readonly email: string;
  readonly language: Language;
  readonly topics: readonly TopicChoice[];
  /** ISO 8601; of the marketing topics. */
  readonly pausedUntil: string | undefined;
  readonly maxAMonth: number | undefined;
}

/** Reads the recipient's choices. Changes nothing, because mail programs open links too. */
export async function readChoices(token: string): Promise<MailSubscriber | undefined> {
  const sql = asShop();
  const recipientId = await readStopToken(sql, token);
  return recipientId ? choicesOf(sql, recipientId) : undefined;
}

/** What `private.mail_choices` returns. */
export interface ChoicesRow {
  readonly email: string;
  readonly language: Language;
  readonly topics: readonly (TopicChoice & {
    readonly pausedUntil: string | null;
    readonly maxAMonth: number | null;
  })[];
}

/** The choices of a recipient; undefined when the recipient is unknown. */
export async function choicesOf(
  sql: Sql,
  recipientId: string,
): Promise<MailSubscriber | undefined> {
  const [row] = await sql<{ choices: ChoicesRow | null }[]>`
    select private.mail_choices(${recipientId}) as choices`;
  return row?.choices ? subscriberOf(row.choices) : undefined;
}

/** Choices as the page shows them. */
export function subscriberOf({ email, language, topics }: ChoicesRow): MailSubscriber {
  const tuned = topics.find(({ pausedUntil, maxAMonth }) => pausedUntil ?? maxAMonth);
  return {
    email: masked(email),
    language,
    topics: topics.map(({ pausedUntil, maxAMonth, ...topic }) => topic),
    pausedUntil: tuned?.pausedUntil ?? undefined,
    maxAMonth: tuned?.maxAMonth ?? undefined,
  };
}

function masked(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
