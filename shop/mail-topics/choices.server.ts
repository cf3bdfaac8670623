import type { Language } from "#base/language.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { readStopToken } from "./link-token.server.ts";
import type { SubscriptionState } from "./topic.ts";

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

interface ChoiceRow {
  slug: string;
  name_id: string;
  name_en: string;
  hint_id: string;
  hint_en: string;
  marketing: boolean;
  default_on: boolean;
  state: SubscriptionState | null;
  paused_until: string | null;
  max_a_month: number | null;
}

/** The choices of a recipient; undefined when the recipient is unknown. */
export async function choicesOf(
  sql: Sql,
  recipientId: string,
): Promise<MailSubscriber | undefined> {
  const [row] = await sql<
    { email: string; language: Language; is_suppressed: boolean; choices: ChoiceRow[] }[]
  >`
    select r.email, r.language, private.is_mail_suppressed(r.id) as is_suppressed, (
      select json_agg(json_build_object('slug', t.slug, 'name_id', t.name_id, 'name_en', t.name_en, 'hint_id', t.hint_id,
          'hint_en', t.hint_en, 'marketing', t.marketing, 'default_on', t.default_on, 'state', s.state,
          'paused_until', case when s.paused_until > now() then s.paused_until end, 'max_a_month', s.max_a_month)
        order by t.position, t.slug)
      from private.mail_topics t
      left join subscriptions s on s.recipient_id = r.id and s.topic = t.slug
      -- Not asked for by any form yet.
      where (t.slug <> 'review' or s.state in ('pending', 'subscribed'))
        and (t.archived_at is null or s.state = 'subscribed')
    ) as choices
    from private.mail_recipients r where r.id = ${recipientId}`;
  if (!row) return undefined;
  const tuned = row.choices.find((choice) => choice.marketing && choice.state === "subscribed");
  return {
    email: masked(row.email),
    language: row.language,
    topics: row.choices.map((choice) => ({
      slug: choice.slug,
      name: { id: choice.name_id, en: choice.name_en },
      hint: { id: choice.hint_id, en: choice.hint_en },
      marketing: choice.marketing,
      isOn:
        !row.is_suppressed &&
        (choice.state === null ? choice.default_on : choice.state === "subscribed"),
      isStopped: row.is_suppressed || isStopped(choice.state),
      isPending: choice.state === "pending",
    })),
    pausedUntil: tuned?.paused_until ?? undefined,
    maxAMonth: tuned?.max_a_month ?? undefined,
  };
}

function isStopped(state: SubscriptionState | null): boolean {
  return state === "unsubscribed" || state === "bounced" || state === "complained";
}

function masked(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
