import { useFilterWords } from "#app/admin/filters/messages/filters.ts";
import { Link } from "#app/ui/link.tsx";
import type { SavedView } from "#shop/office/saved-views/saved-views.server.ts";
import type { ListAddress } from "./list-address.ts";
import { useViewTabs } from "./view-tabs.ts";

/** The saved views of a list without other tabs; nothing when there are none. */
export function SavedViewLinks(props: { views: readonly SavedView[]; address: ListAddress }) {
  const viewTabs = useViewTabs();
  const { bar } = useFilterWords();
  const tabs = viewTabs(props.address, {}, {}, null, props.views);
  if (tabs.length === 0) return null;
  return (
    <nav aria-label={bar} className="flex flex-wrap gap-x-4 gap-y-1">
      {tabs.map(({ key, label, to, isCurrent, note }) => (
        <Link
          key={key}
          to={to}
          aria-current={isCurrent ? "page" : undefined}
          className="link py-1 aria-[current]:font-semibold"
        >
          {label}
          {note ? ` (${note})` : ""}
        </Link>
      ))}
    </nav>
  );
}
