import { useCalendarWords } from "#app/admin/mail-list/messages/campaign-calendar.ts";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { formatDay } from "#app/messages/shared/dates.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import type {
  CalendarDay,
  CalendarEntry,
} from "#shop/mailing/campaigns/calendar/calendar.server.ts";
import { weekdayOf, weeksOf } from "#shop/mailing/campaigns/calendar/month.ts";
import { CampaignPill, campaignLooks } from "../campaigns/campaign-pill.tsx";

interface MonthProps {
  /** `2026-11`. */
  month: string;
  label: string;
  today: string;
  days: readonly CalendarDay[];
  /** The address of all campaigns of a day. */
  addressOf: (day: string) => string;
}

/** A month as a table of weeks, where there is room for seven columns. */
export function MonthTable({ month, label, today, days, addressOf }: MonthProps) {
  const words = useCalendarWords();
  const byDay = new Map(days.map((day) => [day.day, day]));
  return (
    <table
      aria-label={label}
      className="w-full table-fixed border-collapse border border-rule bg-card @max-4xl:hidden"
    >
      <thead>
        <tr>
          {Array.from({ length: 7 }, (_, day) => (
            <th
              // biome-ignore lint/suspicious/noArrayIndexKey: a week has its days in order
              key={day}
              scope="col"
              className="border border-rule px-2 py-1.5 text-left text-sm font-semibold"
            >
              {words.weekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, place) =>
              day === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a week has its days in order
                <td key={place} className="border border-rule bg-paper" />
              ) : (
                <td
                  key={day}
                  aria-current={day === today ? "date" : undefined}
                  className={`h-28 border border-rule p-1.5 align-top ${day === today ? "outline-2 -outline-offset-2 outline-carbon" : ""}`}
                >
                  <p className="mb-1 flex flex-wrap items-baseline justify-between gap-x-1 text-sm">
                    <time dateTime={day} className="figures">
                      {Number(day.slice(8))}
                    </time>
                    {day === today ? (
                      <span className="text-xs font-semibold text-carbon">{words.today}</span>
                    ) : null}
                  </p>
                  <DayEntries found={byDay.get(day)} addressOf={addressOf} />
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayEntries({
  found,
  addressOf,
}: { found: CalendarDay | undefined } & Pick<MonthProps, "addressOf">) {
  if (!found) return null;
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {found.entries.map((entry) => (
        <li key={entry.id}>
          <EntryChip entry={entry} />
        </li>
      ))}
      {found.isMore ? (
        <li>
          <MoreLink day={found.day} address={addressOf(found.day)} />
        </li>
      ) : null}
    </ul>
  );
}

const tones = {
  white: "bg-paper text-ink",
  yellow: "bg-yellow text-yellow-ink",
  pink: "bg-pink text-pink-ink",
  green: "bg-green text-green-ink",
  stamp: "bg-paper text-stamp",
} as const;

function EntryChip({ entry: { id, name, status, time } }: { entry: CalendarEntry }) {
  const words = useCalendarWords();
  const { statuses } = useCampaignWords();
  const to = useLocalPath();
  const { copy, icon } = campaignLooks[status];
  return (
    <Link
      to={to(`/admin/MailList/Campaigns/${id}`)}
      title={`${words.time(time)} ${name}, ${statuses[status]}`}
      className={`grid grid-cols-[minmax(0,1fr)] px-1.5 py-1 text-xs hover:underline ${tones[copy]}`}
    >
      <span className="flex items-center gap-1">
        <Icon name={icon} className="size-3 shrink-0" />
        <span className="figures">{words.time(time)}</span>
      </span>
      <span className="line-clamp-2 font-semibold wrap-anywhere">{name}</span>
      <span className="sr-only">, {statuses[status]}</span>
    </Link>
  );
}

function MoreLink({ day, address }: { day: string; address: string }) {
  const words = useCalendarWords();
  const language = useLanguage();
  return (
    <Link
      to={address}
      aria-label={words.moreOf(formatDay(day, language))}
      className="link inline-flex min-h-6 items-center text-xs"
    >
      {words.more}
    </Link>
  );
}

/** The days of a month that have campaigns, below each other: on phones, and for one day. */
export function DayList({
  label,
  today,
  days,
  addressOf,
  isOnly = false,
}: Omit<MonthProps, "month"> & { isOnly?: boolean }) {
  const words = useCalendarWords();
  const language = useLanguage();
  const to = useLocalPath();
  return (
    <ol
      aria-label={label}
      className={`grid grid-cols-[minmax(0,1fr)] gap-5 ${isOnly ? "" : "@4xl:hidden"}`}
    >
      {days.map(({ day, entries, isMore }) => (
        <li key={day} className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <h3
            aria-current={day === today ? "date" : undefined}
            className={`flex flex-wrap items-baseline gap-x-2 border-b border-ink pb-1 text-sm font-semibold ${isOnly ? "sr-only" : ""}`}
          >
            <time dateTime={day}>
              {words.weekday(weekdayOf(day))}, {formatDay(day, language)}
            </time>
            {day === today ? <span className="text-carbon">{words.today}</span> : null}
          </h3>
          <ul>
            {entries.map(({ id, name, status, time }) => (
              <li
                key={id}
                className="relative flex min-h-11 items-center gap-3 border-b border-rule py-2 hover:bg-paper"
              >
                <span className="figures shrink-0 text-sm">{words.time(time)}</span>
                <Link
                  to={to(`/admin/MailList/Campaigns/${id}`)}
                  className="min-w-0 grow font-semibold wrap-anywhere text-carbon after:absolute after:inset-0"
                >
                  {name}
                </Link>
                <CampaignPill status={status} />
              </li>
            ))}
          </ul>
          {isMore && !isOnly ? (
            <Link
              to={addressOf(day)}
              aria-label={words.moreOf(formatDay(day, language))}
              className="link inline-flex min-h-11 items-center justify-self-start"
            >
              {words.more}
            </Link>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
