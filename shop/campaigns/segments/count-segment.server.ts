import type { Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import type { Filter } from "#shop/filters/filter.ts";
import { type filterTooWide, readList } from "#shop/filters/read-list.server.ts";
import { segmentCondition, segmentRows } from "./segment-columns.server.ts";

/** How an audience falls from one condition to the next. */
export interface Audience {
  /** Recipients that fit, whether or not they subscribed to the topic. */
  readonly matched: number;
  /** Of these, who subscribed to the topic. */
  readonly subscribed: number;
  /** Of these, who is not suppressed, does not pause and had not too many mails lately: they would get one now. */
  readonly total: number;
  /** Of the total, by language. */
  readonly id: number;
  readonly en: number;
}

/** Milliseconds after which a count is given up; the pool ends statements a second later. */
const countTimeoutMs = 14_000;

/** Counts who would get a mail of a topic. */
export function countSegment(
  topic: string,
  filter: Filter | null,
): Promise<Result<Audience, typeof filterTooWide>> {
  return readList((sql, timeZone) => count(sql, topic, filter, timeZone), countTimeoutMs);
}

/**
 * The conditions are those of private.may_get_campaign, which answers for one recipient and would take minutes for a million; a
 * test compares the count with what is frozen.
 */
async function count(
  sql: Sql,
  topic: string,
  filter: Filter | null,
  timeZone: string,
): Promise<Audience> {
  const suppressed = (hash: "email_hash" | "mailbox_hash") => sql`exists (
    select from private.mail_suppressions x where x.${sql(hash)} = r.${sql(hash)} and x.lifted_by is null)`;
  const [row] = await sql<Audience[]>`
    select count(*)::int as matched,
      count(*) filter (where is_subscribed)::int as subscribed,
      count(*) filter (where is_reached)::int as total,
      count(*) filter (where is_reached and language = 'id')::int as id,
      count(*) filter (where is_reached and language = 'en')::int as en
    from (
      select r.language, s.state = 'subscribed' as is_subscribed,
        s.state = 'subscribed' and (s.paused_until is null or s.paused_until <= now())
          and not ${suppressed("email_hash")} and not ${suppressed("mailbox_hash")} and (
            select count(*) filter (where at > now() - make_interval(days => cap.days)) < cap.mails
              and count(*) filter (where at > now() - interval '30 days') < coalesce(s.max_a_month, 1000)
            from (
              select coalesce(d.begun_at, d.ended_at) as at from private.mail_deliveries d
              where d.recipient_id = s.recipient_id
                and d.state in ('begun', 'accepted', 'kept', 'uncertain', 'bounced', 'complained')) mails)
          as is_reached
      from ${segmentRows(sql)} cross join private.mail_caps cap
      where s.topic = ${topic} and ${segmentCondition(sql, filter, timeZone)}) rows`;
  if (!row) throw new Error("a count returned nothing");
  return row;
}
