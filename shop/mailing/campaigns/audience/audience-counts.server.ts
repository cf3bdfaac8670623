import type { Sql, SqlFragment } from "#db/client.server.ts";
import type { Audience } from "./audience.ts";
import { segmentRows } from "./segment-columns.server.ts";

/*
 * Two counts of one audience, for few and for many recipients: private.mail_audience answers for each recipient, and its conditions as
 * sets are joined for a million. A test compares both counts with what is frozen.
 */

interface Wanted {
  readonly topic: string;
  /** On `s`, `r` and `f`. */
  readonly condition: SqlFragment;
}

/** Looks each recipient up. */
export function countFew(sql: Sql, { topic, condition }: Wanted): Promise<Audience> {
  return summed(
    sql,
    sql`
      select r.language, a.is_subscribed, a.is_open, a.is_below_cap from ${segmentRows(sql)}
      join private.mail_audience a on a.recipient_id = s.recipient_id and a.topic = s.topic
      where s.topic = ${topic} and ${condition}`,
  );
}

/** Expected recipients above which two processes sum faster than one: starting the second one takes its time. */
const manyToSum = 50_000;

/**
 * Finds who is suppressed and who had enough mails once, and joins these few with the subscriptions.
 * @param expected recipients
 */
export async function countMany(
  sql: Sql,
  { topic, condition }: Wanted,
  expected: number,
): Promise<Audience> {
  // Compiling a statement that runs once costs more than it saves.
  await sql`select set_config('jit', 'off', true)`;
  // Beside the recipients that are read anyway: finding the suppressed ones first would read all recipients once more.
  const suppressed = (hash: "email_hash" | "mailbox_hash") => sql`
    left join (
      select distinct x.${sql(hash)} as hash from private.mail_suppressions x
      where x.lifted_by is null and x.${sql(hash)} is not null) ${sql(`by_${hash}`)} on ${sql(`by_${hash}`)}.hash = r.${sql(hash)}`;
  const rows = (isBelowCap: SqlFragment, among: SqlFragment) => sql`
    select r.language, s.state = 'subscribed' as is_subscribed,
      (s.paused_until is null or s.paused_until <= now()) and by_email_hash.hash is null and by_mailbox_hash.hash is null as is_open,
      ${isBelowCap} as is_below_cap
    from ${segmentRows(sql)}
    ${suppressed("email_hash")}
    ${suppressed("mailbox_hash")}
    ${among} s.topic = ${topic} and ${condition}`;
  const few = expected > manyToSum ? await fewCapped(sql, topic) : undefined;
  if (few) {
    // A join with those who had enough makes the sum of a million dearer by half; they are few, so they are counted and taken off.
    const all = await summed(sql, rows(sql`true`, sql`where`));
    if (few.length === 0) return all;
    const off = await summed(
      sql,
      rows(sql`true`, sql`where s.recipient_id = any (${few}::uuid[]) and`),
    );
    return { ...all, total: all.total - off.total, id: all.id - off.id, en: all.en - off.en };
  }
  return summed(
    sql,
    rows(
      sql`capped.id is null`,
      sql`left join (${cappedRows(sql, topic)}) capped on capped.id = s.recipient_id where`,
    ),
    recentMails(sql, topic),
  );
}

/** People whom a count takes as a list. */
const maxFewCapped = 10_000;

/** Who had enough mails; undefined where they may be more than a list should hold. */
async function fewCapped(sql: Sql, topic: string): Promise<readonly string[] | undefined> {
  const [row] = await sql<{ is_reached: boolean }[]>`
    select ${isCapReached(sql)} as is_reached from ${caps(sql)}`;
  if (row?.is_reached !== false) return undefined;
  const capped = await sql<{ id: string }[]>`
    ${recentMails(sql, topic)} select id from (${cappedRows(sql, topic)}) c limit ${maxFewCapped + 1}`;
  return capped.length > maxFewCapped ? undefined : capped.map(({ id }) => id);
}

/** The ids of those of `recent` who had enough. */
const cappedRows = (sql: Sql, topic: string): SqlFragment => sql`
  select recipient_id as id from recent where lately >= (select mails from cap)
  union
  select l.recipient_id from subscriptions l join recent using (recipient_id)
  where l.topic = ${topic} and l.max_a_month is not null and recent.month >= l.max_a_month`;

/** Whether as many campaigns were sent lately as one may get, or carts were reminded of. A campaign reaches a person once. */
const isCapReached = (sql: Sql): SqlFragment => sql`
  ((select count(*) from private.mail_campaigns c where coalesce(c.ended_at, now()) > since
      and exists (select from private.mail_chunks k where k.campaign = c.number)) >= mails
    or exists (select from private.automation_runs q
      where q.automation = 'left_cart' and q.skipped is null and q.created_at > since))`;

const caps = (sql: Sql): SqlFragment => sql`
  private.mail_caps, lateral (select now() - make_interval(days => days) as since) w`;

/**
 * `cap` and `recent`, the mails of each recipient. While there were fewer than one may get, nobody had enough but who set a limit of
 * their own, and only their mails are read.
 */
function recentMails(sql: Sql, topic: string): SqlFragment {
  const mails = (whose: SqlFragment) => sql`
    select d.recipient_id, d.at from (
      select d.recipient_id, coalesce(d.begun_at, d.ended_at) as at
      from private.mail_campaigns c join private.mail_deliveries d on d.campaign = c.number
      where coalesce(c.ended_at, now()) > (select oldest from cap)
        and d.state in ('begun', 'accepted', 'kept', 'uncertain', 'bounced', 'complained')
      union all
      select q.recipient_id, q.created_at from private.automation_runs q
      where q.automation = 'left_cart' and q.skipped is null) d
    where d.at > (select oldest from cap) and ${whose}`;
  return sql`with cap as materialized (
      select mails, since, now() - make_interval(days => greatest(days, 30)) as oldest, ${isCapReached(sql)} as is_reached
      from ${caps(sql)}),
    recent as materialized (
      select recipient_id, count(*) filter (where at > (select since from cap)) as lately,
        count(*) filter (where at > now() - interval '30 days') as month
      from (
        ${mails(sql`true`)} and (select is_reached from cap)
        union all
        ${mails(sql`d.recipient_id in (
          select l.recipient_id from subscriptions l where l.topic = ${topic} and l.max_a_month is not null)`)}
          and not (select is_reached from cap)) mails
      group by recipient_id)`;
}

async function summed(sql: Sql, rows: SqlFragment, before: SqlFragment = sql``): Promise<Audience> {
  const [row] = await sql<Audience[]>`
    ${before} select count(*)::int as matched, count(*) filter (where is_subscribed)::int as subscribed,
      count(*) filter (where is_subscribed and is_open)::int as open,
      count(*) filter (where is_reached)::int as total,
      count(*) filter (where is_reached and language = 'id')::int as id,
      count(*) filter (where is_reached and language = 'en')::int as en
    from (
      select *, is_subscribed and is_open and is_below_cap as is_reached from (${rows}) each_one) q`;
  if (!row) throw new Error("a count returned nothing");
  return row;
}
