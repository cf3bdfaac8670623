import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { capped } from "#app/admin/kit/capped.ts";
import { useAdminWords } from "#app/admin/messages/admin.ts";
import { useSetupWords } from "#app/admin/setup/messages/setup.ts";
import { useLocalPath } from "#app/language.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import type { Permission } from "#shop/kernel/permissions.ts";
import type { SetupStep } from "#shop/settings/merchant/setup.ts";
import { OwnMenu } from "./own-menu.tsx";
import { maySeePage, railGroups } from "./rail-groups.ts";

export interface RailLinksProps {
  permissions: readonly Permission[];
  /** The steps of the first setup while the guide is shown. */
  setup: readonly SetupStep[] | null;
  /** Number of open items of each page, by page name. */
  waiting: Readonly<Partial<Record<string, number>>>;
  /** The person's own name; their address where they gave none. */
  name: string;
  email: string;
}

/** Hidden from sight, not from screen readers, when the rail shows icons alone. */
export const hiddenInIconRail = "lg:group-data-[rail=icons]/rail:sr-only";

/** All pages that the role may see, the way to the shop and the person's own switches: the rail, on a phone the menu. */
export function RailLinks({ permissions, setup, waiting, name, email }: RailLinksProps) {
  const words = useAdminWords();
  const setupIn = useSetupWords();
  const to = useLocalPath();
  return (
    <>
      {setup ? (
        <RailLink to={to("/admin/Setup")} icon="circle-check">
          {setupIn.rail(setup.filter(({ state }) => state === "done").length, setup.length)}
        </RailLink>
      ) : null}
      {railGroups.map((pages) => {
        const shown = pages.filter((page) => maySeePage(page, permissions));
        return shown.length === 0 ? null : (
          <div
            key={pages[0]?.name}
            className="mt-2 grid grid-cols-2 content-start border-t border-rule pt-2 lg:block"
          >
            {shown.map(({ name: page, path, icon }) => (
              <RailLink
                key={page}
                to={to(path)}
                icon={icon}
                isExact={page === "home"}
                waiting={waiting[page]}
              >
                {words[page]}
              </RailLink>
            ))}
          </div>
        );
      })}
      <a
        href={to("/")}
        className={`link mt-2 inline-block px-3 py-2 whitespace-nowrap lg:mt-auto lg:px-2 ${hiddenInIconRail}`}
      >
        {words.toShop}
      </a>
      <OwnMenu name={name} email={email} hiddenInIconRail={hiddenInIconRail} />
    </>
  );
}

interface RailLinkProps {
  to: string;
  icon: IconName;
  /** Only this address is the page, not those below it. */
  isExact?: boolean;
  /** Things that wait on the page. */
  waiting?: number | undefined;
  children: ReactNode;
}

function RailLink({ to, icon, isExact = false, waiting = 0, children }: RailLinkProps) {
  const words = useAdminWords();
  return (
    <NavLink
      to={to}
      end={isExact}
      prefetch="intent"
      className="relative flex min-h-11 min-w-0 items-center gap-2.5 px-3 wrap-anywhere hover:text-carbon aria-[current]:bg-ink aria-[current]:font-semibold aria-[current]:text-paper lg:min-h-9"
    >
      <Icon name={icon} className="size-4 shrink-0" />
      <span className={hiddenInIconRail}>{children}</span>
      {waiting > 0 ? (
        <span className="figures ml-auto min-w-5 shrink-0 border border-current px-1 text-center text-xs leading-4 lg:group-data-[rail=icons]/rail:absolute lg:group-data-[rail=icons]/rail:top-1.5 lg:group-data-[rail=icons]/rail:right-1 lg:group-data-[rail=icons]/rail:size-2 lg:group-data-[rail=icons]/rail:min-w-0 lg:group-data-[rail=icons]/rail:border-0 lg:group-data-[rail=icons]/rail:bg-current lg:group-data-[rail=icons]/rail:p-0">
          <span aria-hidden="true" className="lg:group-data-[rail=icons]/rail:hidden">
            {capped(waiting)}
          </span>
          <span className="sr-only">{words.waiting(capped(waiting))}</span>
        </span>
      ) : null}
    </NavLink>
  );
}
