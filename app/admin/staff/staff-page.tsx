import type { ReactNode } from "react";
import { useLocalPath } from "#app/language.ts";
import { useStaffWords } from "#app/messages/admin/staff.ts";
import { Link } from "#app/ui/link.tsx";

const tabs = [
  ["people", "/admin/Staff"],
  ["roles", "/admin/Staff/Roles"],
] as const;

interface StaffPageProps {
  tab: (typeof tabs)[number][0];
  /** Right of the heading. */
  action?: ReactNode;
  children: ReactNode;
}

/** The frame of the lists of people and roles: heading, tabs, content. */
export function StaffPage({ tab, action, children }: StaffPageProps) {
  const words = useStaffWords();
  const to = useLocalPath();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 tabIndex={-1} className="min-w-0 text-2xl">
          {words.title}
        </h1>
        {action}
      </header>
      <nav aria-label={words.title} className="-mx-4 overflow-x-auto px-4 lg:-mx-8 lg:px-8">
        <ul className="flex min-w-max border-b border-rule">
          {tabs.map(([name, path]) => (
            <li key={name}>
              <Link
                to={to(path)}
                aria-current={name === tab ? "page" : undefined}
                className="flex min-h-11 items-center border-b-2 border-transparent px-3 whitespace-nowrap hover:text-carbon aria-[current]:border-carbon aria-[current]:font-semibold lg:min-h-10"
              >
                {words.tabs[name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  );
}
