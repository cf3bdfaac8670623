import type { Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import { asShop } from "#db/client.server.ts";
import type { Filter } from "#shop/staff/filters/filter.ts";
import {
  type filterTooWide,
  listTimeoutMs,
  readList,
} from "#shop/staff/filters/read-list.server.ts";
import type { Audience } from "./audience.ts";
import { countFew, countMany } from "./audience-counts.server.ts";
import { segmentCondition, segmentRows } from "./segment-columns.server.ts";

/** The planner's guess at an audience, without counting. */
export type AudienceEstimate = Pick<Audience, "matched" | "subscribed">;

/** Milliseconds after which a count is given up that decides what is sent; the pool ends statements a second later. */
const sendTimeoutMs = 14_000;
/**
 * Expected recipients above which sets are joined, instead of looking each recipient up: low, because the planner expects a tenth of
 * those who got a campaign lately.
 */
const manyRecipients = 2_000;

/** Counts who would get a mail of a topic. */
export function countSegment(
  topic: string,
  filter: Filter | null,
): Promise<Result<Audience, typeof filterTooWide>> {
  return readList((sql, timeZone) => count(sql, topic, filter, timeZone), sendTimeoutMs);
}

/** As countSegment, for a screen that a person looks at. @param key `cancelCount` ends it by */
export async function countForScreen(
  topic: string,
  filter: Filter | null,
  key: string,
): Promise<Result<Audience, typeof filterTooWide>> {
  await cancelCount(key);
  return readList(async (sql, timeZone) => {
    await sql`select set_config('application_name', ${`count ${key}`}, true)`;
    return count(sql, topic, filter, timeZone);
  }, listTimeoutMs);
}

/** Ends the count with a key, in whichever process it is. @param key a UUID that its screen chose */
export async function cancelCount(key: string): Promise<void> {
  await asShop()`select private.cancel_mail_count(${key})`;
}

/** What the planner expects, in milliseconds at any size of the list. */
export function estimateSegment(
  topic: string,
  filter: Filter | null,
): Promise<Result<AudienceEstimate, typeof filterTooWide>> {
  return readList(async (sql, timeZone) => {
    const [matched, subscribed] = [
      await expectedRows(sql, topic, filter, timeZone, false),
      await expectedRows(sql, topic, filter, timeZone, true),
    ];
    return { matched, subscribed: Math.min(matched, subscribed) };
  });
}

async function count(
  sql: Sql,
  topic: string,
  filter: Filter | null,
  timeZone: string,
): Promise<Audience> {
  const expected = await expectedRows(sql, topic, filter, timeZone, false);
  const wanted = { topic, condition: segmentCondition(sql, filter, timeZone) };
  return expected > manyRecipients ? countMany(sql, wanted, expected) : countFew(sql, wanted);
}

async function expectedRows(
  sql: Sql,
  topic: string,
  filter: Filter | null,
  timeZone: string,
  isSubscribed: boolean,
): Promise<number> {
  const [plan] = await sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }[]>`
    explain (format json) select from ${segmentRows(sql)}
    where s.topic = ${topic} and ${segmentCondition(sql, filter, timeZone)}
      ${isSubscribed ? sql`and s.state = 'subscribed'` : sql``}`;
  if (!plan) throw new Error("a plan has no row");
  return Math.round(plan["QUERY PLAN"][0].Plan["Plan Rows"]);
}
