import type { Sql } from "#db/client.server.ts";
import type { Filter } from "#shop/filters/filter.ts";
import { segmentCondition } from "../segments/segment-columns.server.ts";

/** Buyers that one statement looks at: most of a chunk's are found in one look. */
const perLook = 2_000;

/** How far the buyers of a campaign are frozen: the last order of the last one. */
export interface RecentCursor {
  /** As PostgreSQL writes it, to the microsecond. */
  readonly at: string;
  readonly id: string;
}

interface Wanted {
  readonly campaign: number;
  readonly topic: string;
  readonly filter: Filter | null;
  readonly timeZone: string;
  /** As private.mail_part says. */
  readonly part: string;
  readonly holdout: number;
}

/**
 * The next recipients of a campaign who bought, in the order of their last order. Who orders meanwhile may be passed over; the
 * look at everybody else finds them.
 */
export async function chooseRecent(
  sql: Sql,
  { campaign, topic, filter, timeZone, part, holdout }: Wanted,
  from: RecentCursor | null,
  most: number,
): Promise<{ ids: readonly string[]; cursor: RecentCursor | null; isLast: boolean }> {
  const ids: string[] = [];
  for (let cursor = from; ; ) {
    const rows = await sql<(RecentCursor & { may_mail: boolean | null })[]>`
      select f.recipient_id as id, f.last_order_at::text as at,
        case when s.state = 'subscribed' and ${segmentCondition(sql, filter, timeZone)}
          and private.is_in_mail_part(f.recipient_id, ${campaign}, ${part}, ${holdout}::smallint)
          then private.may_get_campaign(f.recipient_id, ${topic}, ${campaign}) end as may_mail
      from (
        select * from private.recipient_facts
        where last_order_at is not null and (${cursor === null}
          or (last_order_at, recipient_id) < (${cursor?.at ?? null}::timestamptz, ${cursor?.id ?? null}::uuid))
        order by last_order_at desc, recipient_id desc limit ${perLook}
      ) f join private.mail_recipients r on r.id = f.recipient_id
      left join subscriptions s on s.recipient_id = f.recipient_id and s.topic = ${topic}
      order by f.last_order_at desc, f.recipient_id desc`;
    for (const { id, at, may_mail } of rows) {
      if (ids.length === most) return { ids, cursor, isLast: false };
      cursor = { at, id };
      if (may_mail) ids.push(id);
    }
    if (rows.length < perLook) return { ids, cursor, isLast: true };
  }
}
