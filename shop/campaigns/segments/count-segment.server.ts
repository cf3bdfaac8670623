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

async function count(
  sql: Sql,
  topic: string,
  filter: Filter | null,
  timeZone: string,
): Promise<Audience> {
  const [row] = await sql<Audience[]>`
    select count(*)::int as matched,
      count(*) filter (where is_subscribed)::int as subscribed,
      count(*) filter (where is_reached)::int as total,
      count(*) filter (where is_reached and language = 'id')::int as id,
      count(*) filter (where is_reached and language = 'en')::int as en
    from (
      select r.language, s.state = 'subscribed' as is_subscribed,
        s.state = 'subscribed' and (s.paused_until is null or s.paused_until <= now())
          and not exists (
            select from private.mail_suppressions x where x.email_hash = r.email_hash and x.lifted_by is null)
          and not exists (
            select from private.mail_suppressions x where x.mailbox_hash = r.mailbox_hash and x.lifted_by is null)
          and not private.is_mail_capped(s.recipient_id, s.topic, 0)
          as is_reached
      from ${segmentRows(sql)}
      where s.topic = ${topic} and ${segmentCondition(sql, filter, timeZone)}) rows`;
  if (!row) throw new Error("a count returned nothing");
  return row;
}
