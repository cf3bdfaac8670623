import type { ReactNode } from "react";
import { useLocalPath } from "#app/language.ts";
import { Link } from "#app/ui/link.tsx";
import { useCurrentInSight } from "#app/ui/use-current-in-sight.ts";

interface TabbedPageProps<Tab extends string> {
  title: string;
  /** Each tab with its address, in order. */
  tabs: readonly (readonly [Tab, string])[];
  labels: Readonly<Record<Tab, string>>;
  tab: Tab;
  /** Right of the heading, e.g. a button that adds. */
  action?: ReactNode;
  children: ReactNode;
}

/** The frame of pages of one area: heading, tabs, content. */
export function TabbedPage<Tab extends string>(props: TabbedPageProps<Tab>) {
  const { title, tabs, labels, tab, action, children } = props;
  const to = useLocalPath();
  const row = useCurrentInSight<HTMLElement>();
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 tabIndex={-1} className="min-w-0 text-2xl">
          {title}
        </h1>
        {action}
      </header>
      <nav ref={row} aria-label={title} className="-mx-4 overflow-x-auto px-4 lg:-mx-8 lg:px-8">
        <ul className="flex min-w-max border-b border-rule">
          {tabs.map(([name, path]) => (
            <li key={name}>
              <Link
                to={to(path)}
                aria-current={name === tab ? "page" : undefined}
                className="flex min-h-11 items-center border-b-2 border-transparent px-3 whitespace-nowrap hover:text-carbon aria-[current]:border-carbon aria-[current]:font-semibold lg:min-h-10"
              >
                {labels[name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  );
}
