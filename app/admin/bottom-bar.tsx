import { useEffect, useState } from "react";
import { NavLink, useLocation } from "react-router";
import { capped } from "#app/admin/kit/capped.ts";
import { useAdminWords } from "#app/admin/messages/admin.ts";
import { useLocalPath } from "#app/language.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Permission } from "#shop/kernel/permissions.ts";
import { maySeePage, type RailPageName, railGroups } from "./rail-groups.ts";
import { RailLinks, type RailLinksProps } from "./rail-links.tsx";

/** Pages in the bar of a phone; the menu has all of them. */
const barPages = 4;
/** Shown first if the role may see them; other pages of the rail fill the remaining places. */
const preferred: readonly RailPageName[] = ["home", "orders", "products", "enquiries"];

function pagesFor(permissions: readonly Permission[]) {
  const seen = railGroups.flat().filter((page) => maySeePage(page, permissions));
  const isPreferred = ({ name }: { name: RailPageName }) => preferred.includes(name);
  return [...seen.filter(isPreferred), ...seen.filter((page) => !isPreferred(page))].slice(
    0,
    barPages,
  );
}

/** The phone's bottom navigation: the most used pages and a menu of all pages. */
export function BottomBar(props: RailLinksProps) {
  const { permissions, waiting } = props;
  const words = useAdminWords();
  const to = useLocalPath();
  const { key } = useLocation();
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a followed link closes the menu
  useEffect(() => setOpen(false), [key]);
  const pages = pagesFor(permissions);
  const elsewhere = railGroups
    .flat()
    .filter((page) => maySeePage(page, permissions) && !pages.includes(page))
    .reduce((sum, { name }) => sum + (waiting[name] ?? 0), 0);
  return (
    <div
      data-bottom-bar
      className="no-print fixed inset-x-0 bottom-0 z-30 flex h-(--bottom-bar) border-t border-ink bg-paper pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:hidden"
    >
      {pages.map(({ name, path, icon }) => (
        <NavLink
          key={name}
          to={to(path)}
          end={name === "home"}
          prefetch="intent"
          className={`${entry} aria-[current]:bg-ink aria-[current]:font-semibold aria-[current]:text-paper`}
        >
          <Icon name={icon} className="size-5" />
          <span className="max-w-full truncate tracking-tight">{words[name]}</span>
          <Badge count={waiting[name] ?? 0} />
        </NavLink>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        className={entry}
      >
        <Icon name="menu" className="size-5" />
        <span>{words.menu}</span>
        <Badge count={elsewhere} />
      </button>
      <Dialog place="full" title={words.menu} open={isOpen} onClose={() => setOpen(false)}>
        <nav aria-label={words.nav}>
          <RailLinks {...props} />
        </nav>
      </Dialog>
    </div>
  );
}

const entry =
  "relative flex min-w-0 flex-auto flex-col items-center justify-center gap-0.5 text-xs leading-tight -outline-offset-2";

function Badge({ count }: { count: number }) {
  const words = useAdminWords();
  return count === 0 ? null : (
    <span className="figures absolute top-1 left-1/2 ml-2 min-w-5 bg-carbon px-1 text-center leading-4 text-on-carbon">
      <span aria-hidden="true">{capped(count)}</span>
      <span className="sr-only">{words.waiting(capped(count))}</span>
    </span>
  );
}
