import { type ReactNode, Suspense, useState } from "react";
import { isRouteErrorResponse, NavLink, Outlet, useFetcher, useLocation } from "react-router";
import { requireStaff } from "#app/access.server.ts";
import { neededPart } from "#app/browser/lazy-part.ts";
import { useLocalPath } from "#app/language.ts";
import { useAdminWords } from "#app/messages/admin/admin.ts";
import { useSetupWords } from "#app/messages/admin/setup.ts";
import { fallbackMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ErrorLayout } from "#app/ui/domain/error-layout.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { OfflineBanner } from "#app/ui/offline-banner.tsx";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { useCurrentInSight } from "#app/ui/use-current-in-sight.ts";
import { config } from "#base/config.server.ts";
import type { Person } from "#shop/access.ts";
import { findMerchant } from "#shop/merchant/find-merchant.server.ts";
import { readSetup } from "#shop/merchant/setup.server.ts";
import type { SetupStep } from "#shop/merchant/setup.ts";
import { countUnread } from "#shop/notifications/read-notifications.server.ts";
import { extendSession } from "#shop/staff/extend-session.server.ts";
import type { Permission } from "#shop/staff/permissions.ts";
import { readPreferences, type StaffPreferences } from "#shop/staff/preferences.server.ts";
import { readStaffName } from "#shop/staff/staff-name.server.ts";
import { listTrayTasks } from "#shop/tasks/read-tasks.server.ts";
import type { StaffTask } from "#shop/tasks/task.ts";
import type { Route } from "./+types/admin-layout";
import adminCss from "./admin.css?url";
import { capped } from "./capped.ts";
import { Bell } from "./notifications/bell.tsx";
import { useWaiting } from "./notifications/use-waiting.ts";
import { OwnMenu } from "./own-menu.tsx";
import { OfficeKeys } from "./palette/office-keys.tsx";
import { deskTopic } from "./presence/desk-topic.ts";
import { maySeePage, railGroups } from "./rail-groups.ts";
import { PreviewBanner, stopWrites } from "./staff/preview-banner.tsx";
import { staffOf } from "./staff.server.ts";
import { TaskTray } from "./tasks/tray.tsx";

// Only pages of a single thing load it.
const DeskPresence = neededPart(() => import("./presence/desk-presence.tsx"));

/** What the page asks for by itself, e.g. what waits, is outside of this layout and keeps no session open. */
const keepSession: Route.MiddlewareFunction = async ({ context }, next) => {
  await extendSession(staffOf(context));
  return next();
};

export const middleware: Route.MiddlewareFunction[] = [requireStaff, keepSession];
export const meta: Route.MetaFunction = fallbackMeta;
export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: adminCss }];

/** Also what makes the guard run on navigation within the browser. */
export async function loader({ context }: Route.LoaderArgs) {
  const staff = staffOf(context);
  const [{ name: shop }, setup, preferences, tasks, unread, { initials, name }] = await Promise.all(
    [
      findMerchant(),
      readSetup(staff, config()),
      readPreferences(staff),
      listTrayTasks(staff),
      countUnread(staff),
      readStaffName(staff),
    ],
  );
  const steps = setup ?? [];
  return {
    // Not the root's, which is read once: the settings may have changed it.
    shop,
    id: staff.id,
    email: staff.email ?? "",
    permissions: staff.permissions,
    preferences,
    tasks,
    unread,
    initials,
    name,
    preview: staff.preview ?? null,
    /** Until the shop has sold something. */
    setup: steps.at(-1)?.state === "open" ? steps : null,
  };
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <Outlet context={{ setup: loaderData.setup } satisfies AdminContext} />
    </Frame>
  );
}

/** What every page of the back office may take from the layout. */
export interface AdminContext {
  /** The steps of the first setup until the shop has sold something; null afterwards, and for staff without settings. */
  readonly setup: readonly SetupStep[] | null;
}

interface FrameProps extends AdminContext {
  shop: string;
  id: string;
  email: string;
  permissions: readonly Permission[];
  preferences: StaffPreferences;
  tasks: readonly StaffTask[];
  unread: number;
  initials: string;
  /** The person's own; their address where they gave none. */
  name: string;
  preview: Person["preview"] | null;
  children: ReactNode;
}

/** White ground, small text, colour only for status. A rail on the left; on a phone it lies on top. */
function Frame(props: FrameProps) {
  const {
    shop,
    id,
    email,
    permissions,
    preferences,
    setup,
    tasks,
    unread,
    initials,
    name,
    preview,
    children,
  } = props;
  const words = useAdminWords();
  const setupIn = useSetupWords();
  const to = useLocalPath();
  const links = useCurrentInSight<HTMLDivElement>();
  const { waiting, reload } = useWaiting();
  const topic = deskTopic(useLocation().pathname);
  const [isCollapsed, setCollapsed] = useState(preferences.rail_collapsed);
  const { submit } = useFetcher();
  const toggleRail = () => {
    setCollapsed(!isCollapsed);
    submit(
      { rail_collapsed: isCollapsed ? "off" : "on" },
      { method: "post", action: to("/admin/Preferences") },
    );
  };
  return (
    <div
      data-rail={isCollapsed ? "icons" : "words"}
      className="group/rail min-h-dvh bg-card text-sm lg:grid lg:grid-cols-[min(13rem,25%)_minmax(0,1fr)] lg:data-[rail=icons]:grid-cols-[3.75rem_minmax(0,1fr)]"
    >
      <SkipLink />
      <nav
        aria-label={words.nav}
        className="no-print flex items-center gap-1 border-b border-rule bg-paper py-2 pl-4 lg:sticky lg:top-0 lg:col-start-1 lg:row-start-1 lg:h-dvh lg:flex-col lg:items-stretch lg:overflow-y-auto lg:border-r lg:border-b-0 lg:px-3 lg:py-5 lg:group-has-[[data-tray]]/rail:pb-44"
      >
        <p className="whitespace-nowrap max-lg:hidden lg:mb-4 lg:px-2">
          <b className={`font-display text-lg ${wordsOnly}`}>{shop}</b>
          <span className={`block text-muted ${wordsOnly}`}>{words.title}</span>
        </p>
        <div className="flex items-center gap-2 border-rule max-lg:border-r max-lg:pr-3 lg:mb-2 lg:group-data-[rail=icons]/rail:flex-col">
          <OfficeKeys
            permissions={permissions}
            hasShortcuts={preferences.shortcuts}
            onToggleRail={toggleRail}
          />
          <Bell personId={id} unread={unread} onNews={reload} />
        </div>
        {/* On a phone only the links scroll, beside what stays in place. */}
        <div
          ref={links}
          className="flex min-w-0 flex-1 items-center gap-1 overflow-x-auto pr-4 lg:contents"
        >
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
                className="flex items-center gap-1 lg:flex-col lg:items-stretch lg:not-first-of-type:mt-2 lg:not-first-of-type:border-t lg:not-first-of-type:border-rule lg:not-first-of-type:pt-2"
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
            className={`link ml-auto px-2 py-2 whitespace-nowrap lg:mt-auto lg:ml-0 ${wordsOnly}`}
          >
            {words.toShop}
          </a>
          <OwnMenu name={name} email={email} wordsOnly={wordsOnly} />
        </div>
      </nav>
      <div className="min-w-0 lg:col-start-2 lg:row-start-1">
        <OfflineBanner offline={words.offline} />
        {preview ? <PreviewBanner preview={preview} /> : null}
        <main
          id="content"
          tabIndex={-1}
          className="px-4 py-6 outline-none lg:px-8"
          {...(preview ? { onSubmitCapture: stopWrites } : {})}
        >
          <Suspense>
            {topic ? <DeskPresence key={topic} topic={topic} id={id} initials={initials} /> : null}
          </Suspense>
          {children}
        </main>
      </div>
      <TaskTray tasks={tasks} />
    </div>
  );
}

/** Hidden from sight, not from screen readers, when the rail shows icons alone. */
const wordsOnly = "lg:group-data-[rail=icons]/rail:sr-only";

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
      className="relative flex min-h-11 items-center gap-2.5 px-3 whitespace-nowrap hover:text-carbon lg:whitespace-normal aria-[current]:bg-ink aria-[current]:font-semibold aria-[current]:text-paper lg:min-h-9"
    >
      <Icon name={icon} className="size-4 shrink-0" />
      <span className={wordsOnly}>{children}</span>
      {waiting > 0 ? (
        <span className="figures min-w-5 shrink-0 border border-current px-1 text-center text-xs leading-4 lg:ml-auto lg:group-data-[rail=icons]/rail:absolute lg:group-data-[rail=icons]/rail:top-1.5 lg:group-data-[rail=icons]/rail:right-1 lg:group-data-[rail=icons]/rail:size-2 lg:group-data-[rail=icons]/rail:min-w-0 lg:group-data-[rail=icons]/rail:border-0 lg:group-data-[rail=icons]/rail:bg-current lg:group-data-[rail=icons]/rail:p-0">
          <span aria-hidden="true" className="lg:group-data-[rail=icons]/rail:hidden">
            {capped(waiting)}
          </span>
          <span className="sr-only">{words.waiting(capped(waiting))}</span>
        </span>
      ) : null}
    </NavLink>
  );
}

/** What is missing, and what a role may not see, keeps staff in the back office. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const { missing, forbidden } = useAdminWords();
  const to = useLocalPath();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (!loaderData || (status !== 404 && status !== 403)) return <ErrorLayout error={error} />;
  const { title, text } = status === 403 ? forbidden : missing;
  return (
    <Frame {...loaderData}>
      <EmptyState
        level="h1"
        title={title}
        action={<ButtonLink to={to("/admin")}>{missing.home}</ButtonLink>}
      >
        {text}
      </EmptyState>
    </Frame>
  );
}
