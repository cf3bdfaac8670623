import type { Sql } from "#db/client.server.ts";
import { isWanted, type WantedRecipients } from "./wanted-recipients.server.ts";

/** Buyers that one statement looks at. All recipients among them are frozen together. */
const perLook = 2_000;

/** How far the buyers of a campaign are frozen: the last order of the last one. */
export interface RecentCursor {
  /** As PostgreSQL writes it, to the microsecond. */
  readonly at: string;
  readonly id: string;
}

/**
 * The next recipients of a campaign who have bought, sorted by their last order. A recipient who places an order during the
 * iteration may be skipped here. The query for all other recipients finds them.
 * @param fewest as many at least, where there are
 */
export async function chooseRecent(
  sql: Sql,
  wanted: WantedRecipients,
  from: RecentCursor | null,
  fewest: number,
): Promise<{ ids: readonly string[]; cursor: RecentCursor | null; isLast: boolean }> {
  const ids: string[] = [];
  for (let cursor = from; ; ) {
    const rows = await sql<(RecentCursor & { is_wanted: boolean | null })[]>`
      select f.recipient_id as id, f.last_order_at::text as at, ${isWanted(sql, wanted)} as is_wanted
      from (
        select * from private.recipient_facts
        where last_order_at is not null and (${cursor === null}
          or (last_order_at, recipient_id) < (${cursor?.at ?? null}::timestamptz, ${cursor?.id ?? null}::uuid))
        order by last_order_at desc, recipient_id desc limit ${perLook}
      ) f join private.mail_recipients r on r.id = f.recipient_id
      join private.mail_audience a on a.recipient_id = f.recipient_id and a.topic = ${wanted.topic}
      left join subscriptions s on s.recipient_id = f.recipient_id and s.topic = a.topic
      order by f.last_order_at desc, f.recipient_id desc`;
    ids.push(...rows.flatMap(({ id, is_wanted }) => (is_wanted ? [id] : [])));
    const last = rows.at(-1);
    if (last) cursor = { at: last.at, id: last.id };
    if (rows.length < perLook) return { ids, cursor, isLast: true };
    if (ids.length >= fewest) return { ids, cursor, isLast: false };
  }
}
