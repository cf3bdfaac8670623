import { Link } from "#app/ui/link.tsx";
import { useCurrentInSight } from "#app/ui/use-current-in-sight.ts";

interface CountTabsProps {
  label: string;
  tabs: readonly {
    readonly name: string;
    readonly label: string;
    /** A capped count is a text, e.g. `99+`. */
    readonly count?: number | string;
    readonly to: string;
    readonly chosen: boolean;
  }[];
}

/** Tabs of a list by status, each with its count; they scroll sideways on a phone. */
export function CountTabs({ label, tabs }: CountTabsProps) {
  const row = useCurrentInSight<HTMLElement>();
  return (
    <nav ref={row} aria-label={label} className="-mx-4 overflow-x-auto px-4">
      <ul className="flex border-b border-rule">
        {tabs.map((tab) => (
          <li key={tab.name}>
            <Link
              to={tab.to}
              aria-current={tab.chosen ? "page" : undefined}
              className="flex min-h-11 items-center gap-2 border-b-2 border-transparent px-3 text-sm whitespace-nowrap hover:text-carbon aria-[current]:border-carbon aria-[current]:font-semibold"
            >
              {tab.label}
              {tab.count === undefined ? null : (
                <span className="figures text-xs text-muted">{tab.count}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
