import type { Sql, SqlFragment } from "#db/client.server.ts";
import type { Filter } from "#shop/filters/filter.ts";
import { segmentCondition } from "../segments/segment-columns.server.ts";

/** The recipients that a campaign freezes now. */
export interface WantedRecipients {
  readonly campaign: number;
  readonly topic: string;
  /** Of its segment; null: everybody. */
  readonly filter: Filter | null;
  readonly timeZone: string;
  /** As private.mail_part says. */
  readonly part: "all" | "trial" | "rest";
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
  const isInPart =
    part === "all"
      ? sql`true`
      : sql`private.is_in_mail_part(r.id, ${campaign}, ${part}, ${holdout}::smallint)`;
  return sql`case when ${segmentCondition(sql, filter, timeZone)} and ${isInPart}
    then a.is_subscribed and a.is_open and a.is_below_cap end`;
}
