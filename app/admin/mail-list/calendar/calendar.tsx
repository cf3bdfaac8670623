import { data } from "react-router";
import {
  calendarWords,
  useCalendarWords,
} from "#app/admin/mail-list/messages/campaign-calendar.ts";
import { ViewLinks } from "#app/admin/mail-list/view-links.tsx";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatDay } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { formatCount } from "#base/format-count.ts";
import { shopTimeZones } from "#shop/kernel/time-zones.ts";
import { maxOfDay, readCalendar } from "#shop/mailing/campaigns/calendar/calendar.server.ts";
import { daysOf, isMonth, monthBeside, weekdayOf } from "#shop/mailing/campaigns/calendar/month.ts";
import { staffWith } from "../../staff.server.ts";
import { MailListPage } from "../mail-list-page.tsx";
import type { Route } from "./+types/calendar";
import { DayList, MonthTable } from "./month-table.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: calendarWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "mail.read");
  const day = url.searchParams.get("day");
  const asked = day?.slice(0, 7) ?? url.searchParams.get("month");
  // No link leads there.
  const isUnknown = asked !== null && !isMonth(asked);
  if (isUnknown || (asked !== null && day !== null && !daysOf(asked).includes(day))) {
    throw data(null, { status: 404 });
  }
  const calendar = await readCalendar(staff, asked, day);
  const { month } = calendar;
  return {
    ...calendar,
    day,
    most: maxOfDay,
    before: monthBeside(month, -1) ?? null,
    after: monthBeside(month, 1) ?? null,
  };
}

/** The campaigns of a month by the day on which they begin, or those of one day. */
export default function CalendarPage({ loaderData }: Route.ComponentProps) {
  const { month, day, today, days, most } = loaderData;
  const words = useCalendarWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const address = (params: Readonly<Record<string, string>>) =>
    `${to("/admin/MailList/Calendar")}?${new URLSearchParams(params)}`;
  const monthName = words.month(Number(month.slice(5)), month.slice(0, 4));
  const label =
    day === null ? monthName : `${words.weekday(weekdayOf(day))}, ${formatDay(day, language)}`;
  const parts = { label, today, days, addressOf: (one: string) => address({ day: one }) };
  return (
    <MailListPage tab="campaigns">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <ViewLinks view="calendar" />
        {day === null ? (
          <MonthSteps {...loaderData} addressOf={(one) => address({ month: one })} />
        ) : (
          <Link to={address({ month })} className="link">
            {words.backToMonth(monthName)}
          </Link>
        )}
      </div>
      <div className="grid gap-1">
        <h2 className="text-xl" aria-live="polite">
          {label}
        </h2>
        <p className="max-w-[65ch] text-sm text-muted">{words.lead(shopTimeZones[zone].name)}</p>
      </div>
      {days.length === 0 ? <p>{day === null ? words.none : words.noneOfDay}</p> : null}
      {day === null ? (
        <>
          <MonthTable {...parts} month={month} />
          <DayList {...parts} />
        </>
      ) : (
        <>
          <DayList {...parts} isOnly />
          {days.some(({ isMore }) => isMore) ? (
            <p className="text-muted">{words.onlyFirst(formatCount(most, language))}</p>
          ) : null}
        </>
      )}
    </MailListPage>
  );
}

interface MonthStepsProps {
  month: string;
  today: string;
  before: string | null;
  after: string | null;
  addressOf: (month: string) => string;
}

const stepClasses =
  "inline-grid size-11 place-items-center border border-control hover:text-carbon lg:size-9";

function MonthSteps({ month, today, before, after, addressOf }: MonthStepsProps) {
  const words = useCalendarWords();
  const now = today.slice(0, 7);
  return (
    <nav aria-label={words.title} className="flex items-center gap-2">
      {month === now ? null : (
        <Link to={addressOf(now)} className="link mr-2">
          {words.now}
        </Link>
      )}
      {before ? (
        <Link
          to={addressOf(before)}
          aria-label={words.before}
          title={words.before}
          className={stepClasses}
        >
          <Icon name="chevron-left" />
        </Link>
      ) : null}
      {after ? (
        <Link
          to={addressOf(after)}
          aria-label={words.after}
          title={words.after}
          className={stepClasses}
        >
          <Icon name="chevron-right" />
        </Link>
      ) : null}
    </nav>
  );
}
