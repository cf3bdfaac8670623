import { useCalendarWords } from "#app/admin/mail-list/messages/campaign-calendar.ts";
import { useLocalPath } from "#app/language.ts";
import { Link } from "#app/ui/link.tsx";

const views = [
  ["list", "/admin/MailList/Campaigns"],
  ["calendar", "/admin/MailList/Calendar"],
] as const;

/** The two views of the campaigns. */
export function ViewLinks({ view }: { view: (typeof views)[number][0] }) {
  const words = useCalendarWords();
  const to = useLocalPath();
  return (
    <nav aria-label={words.views} className="flex">
      {views.map(([name, path]) => (
        <Link
          key={name}
          to={to(path)}
          aria-current={name === view ? "page" : undefined}
          className="-ml-px inline-flex min-h-11 items-center border border-control px-3 first:ml-0 hover:text-carbon aria-[current]:bg-ink aria-[current]:text-paper lg:min-h-9"
        >
          {words[name]}
        </Link>
      ))}
    </nav>
  );
}
