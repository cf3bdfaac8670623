import type { Sql, SqlFragment } from "#db/client.server.ts";
import { readClickMark } from "./click-mark.ts";
import type { MailClick } from "./mail-click.ts";

/**
 * Writes which campaign an order came by, in the order's transaction: by a code of the campaign that it used, else by the
 * click. Returns queries to be pipelined; none where nothing leads to a campaign.
 * @param codes that the order used
 */
export function markOrder(
  sql: Sql,
  orderId: string,
  codes: readonly string[],
  click: MailClick | undefined,
): SqlFragment[] {
  const at = new Date(click?.at ?? Number.NaN);
  const isMoment = !Number.isNaN(at.getTime());
  const mark = click && isMoment ? readClickMark(click.k) : undefined;
  if (codes.length === 0 && !mark) return [];
  return [
    sql`
      select private.mark_order(${orderId}, ${[...codes]}::text[], ${mark?.campaign ?? null}::integer,
        ${mark?.version ?? null}::integer, ${mark?.link ?? null}::integer,
        ${mark ? at : null}::timestamptz)`,
  ];
}
