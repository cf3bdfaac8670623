import type { Sql, SqlFragment } from "#db/client.server.ts";
import { segmentCondition } from "#shop/mailing/campaigns/audience/segment-columns.server.ts";
import type { Filter } from "#shop/staff/filters/filter.ts";

export type MailPart = "all" | "trial" | "rest";

/** The recipients that a campaign freezes now. */
export interface WantedRecipients {
  readonly campaign: number;
  readonly topic: string;
  /** Of its segment; null: everybody. */
  readonly filter: Filter | null;
  readonly timeZone: string;
  /** As private.mail_part says. */
  readonly part: MailPart;
  /** The percentage that gets nothing. */
  readonly holdout: number;
}

/**
 * Whether one of them is a recipient of this moment: on `s`, `r` and `f` of the segment, and the row `a` of private.mail_audience, which
 * is looked at for those of the segment alone.
 */
export function isWanted(
  sql: Sql,
  { campaign, filter, timeZone, part, holdout }: WantedRecipients,
): SqlFragment {
  return sql`case when ${segmentCondition(sql, filter, timeZone)} and ${isInPart(sql, campaign, part, holdout)}
    then a.is_subscribed and a.is_open and a.is_below_cap end`;
}

/** Whether `r` is frozen with the part. Who is left out for comparison is in no trial; who has a delivery is in no later part. */
function isInPart(sql: Sql, campaign: number, part: MailPart, holdout: number): SqlFragment {
  if (part === "all") return sql`true`;
  // A condition of the page's statement: a function would be planned again for each recipient.
  const hasNone = sql`not exists (
    select from private.mail_deliveries d where d.recipient_id = r.id and d.campaign = ${campaign})`;
  return part === "rest"
    ? hasNone
    : sql`(private.mail_arm(r.id, ${campaign}) is not null
        and private.mail_bucket(r.id, ${campaign}, 'holdout') >= ${holdout} and ${hasNone})`;
}
