import type { Sql } from "#db/client.server.ts";
import type { ConsentLevel, ConsentSource, SubscriptionState } from "./topic.ts";

/** Recipients read at a time: memory stays flat for any list. */
const perRead = 2_000;

/** A subscription as files have it. Moments are ISO 8601 in UTC. */
export interface SubscriptionLine {
  readonly email: string;
  readonly name: string | null;
  readonly language: string;
  /** Separated by commas; null without any. */
  readonly tags: string | null;
  readonly topic: string;
  /** Of a suppressed address `unsubscribed`: nothing is sent to it. */
  readonly state: SubscriptionState;
  readonly level: ConsentLevel;
  readonly source: ConsentSource;
  /** When and where the person agreed last; null where the ledger has no such act. */
  readonly consent_at: string | null;
  readonly consent_source: string | null;
  readonly paused_until: string | null;
  readonly max_a_month: string | null;
}

/**
 * The next subscriptions in the order of their addresses.
 * @param after the address of the page before; empty for the first one
 * @returns the last address that was looked at; null behind the last one
 */
export async function readSubscriptions(
  sql: Sql,
  after: string,
): Promise<{ lines: readonly SubscriptionLine[]; after: string | null }> {
  const moment = (at: string) =>
    sql.unsafe(`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);
  const people = await sql<{ email: string; lines: SubscriptionLine[] }[]>`
    select r.email, array(
      select json_build_object('email', r.email, 'name', r.name, 'language', r.language,
        'tags', nullif(array_to_string(r.tags, ', '), ''), 'topic', s.topic,
        'state', case when private.is_mail_suppressed(r.id) then 'unsubscribed' else s.state end,
        'level', s.level, 'source', s.source, 'consent_at', ${moment("coalesce(e.consented_at, e.created_at)")},
        'consent_source', case when e.id is not null then coalesce(e.consent_source, e.source) end,
        'paused_until', ${moment("s.paused_until")}, 'max_a_month', s.max_a_month::text)
      from subscriptions s left join lateral (
        select * from private.mail_choice_events e
        where e.recipient_id = r.id and e.topic = s.topic and e.action in ('confirmed', 'wanted', 'imported')
        order by e.id desc limit 1) e on true
      where s.recipient_id = r.id order by s.topic) as lines
    from (select * from private.mail_recipients where email > ${after} order by email limit ${perRead}) r
    order by r.email`;
  return {
    lines: people.flatMap(({ lines }) => lines),
    after: people.length < perRead ? null : (people.at(-1)?.email ?? null),
  };
}
