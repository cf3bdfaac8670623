import { timeNow } from "#base/clock.ts";
import { asShop } from "#db/client.server.ts";
import { readShopTimeZone } from "#shop/catalogue/sales/read-sales.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { shopClock, shopInstant } from "#shop/kernel/time-zones.ts";
import type { CampaignStatus } from "#shop/mailing/campaigns/campaign.ts";
import { daysOf } from "./month.ts";

/** Campaigns of a day that a month shows, and that the day itself shows. */
const perDayOfMonth = 4;
export const maxOfDay = 200;

export interface CalendarEntry {
  readonly id: string;
  readonly name: string;
  readonly status: CampaignStatus;
  /** By the shop's clock, `08:00`. */
  readonly time: string;
}

export interface CalendarDay {
  /** `2026-11-27`. */
  readonly day: string;
  readonly entries: readonly CalendarEntry[];
  /** There are more than these. */
  readonly isMore: boolean;
}

export interface Calendar {
  /** Today in the shop, `2026-11-27`. */
  readonly today: string;
  /** `2026-11`. */
  readonly month: string;
  /** Days with campaigns, in order. */
  readonly days: readonly CalendarDay[];
}

/**
 * Staff: the campaigns of a month or of one of its days, by the day in the shop on which they began or are to begin. A month shows a few of
 * each day: it reads at most 155 rows, whatever there is.
 * @param asked the month; null for the shop's own
 */
export async function readCalendar(
  actor: Person,
  asked: string | null,
  day: string | null = null,
): Promise<Calendar> {
  const zone = await readShopTimeZone();
  const today = shopClock(new Date(timeNow()), zone).toISOString().slice(0, 10);
  const month = asked ?? today.slice(0, 7);
  if (!may(actor, "mail.read")) return { today, month, days: [] };
  const most = day === null ? perDayOfMonth : maxOfDay;
  const days = daysOf(month).filter((one) => day === null || one === day);
  const sql = asShop();
  const rows = await sql<(Omit<CalendarEntry, "time"> & { day: string; at: Date })[]>`
    select d.day, c.id, c.name, c.status, c.at
    from unnest(${days}::text[], ${days.map((one) => shopInstant(`${one}T00:00`, zone))}::timestamptz[]) with ordinality d (day, begin, place)
    cross join lateral (
      select id, name, status, coalesce(started_at, scheduled_at) as at from private.mail_campaigns
      where automation is null and coalesce(started_at, scheduled_at) >= d.begin
        and coalesce(started_at, scheduled_at) < d.begin + interval '1 day'
      order by coalesce(started_at, scheduled_at), id limit ${most + 1}
    ) c order by d.place, c.at, c.id`;
  const found = days.flatMap((one): CalendarDay[] => {
    const entries = rows
      .filter((row) => row.day === one)
      .map(({ id, name, status, at }) => ({
        id,
        name,
        status,
        time: shopClock(at, zone).toISOString().slice(11, 16),
      }));
    const isMore = entries.length > most;
    return entries.length === 0 ? [] : [{ day: one, entries: entries.slice(0, most), isMore }];
  });
  return { today, month, days: found };
}
