import { lazy, type ReactNode, Suspense, useState } from "react";
import { isRouteErrorResponse, Outlet, useFetcher, useLocation } from "react-router";
import { requireStaff } from "#app/access.server.ts";
import { useAdminWords } from "#app/admin/messages/admin.ts";
import { useLocalPath } from "#app/language.ts";
import { fallbackMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ErrorLayout } from "#app/ui/domain/error-layout.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { OfflineBanner } from "#app/ui/offline-banner.tsx";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { config } from "#base/config.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { Permission } from "#shop/kernel/permissions.ts";
import { countUnread } from "#shop/office/notifications/read-notifications.server.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import { readSetup } from "#shop/settings/merchant/setup.server.ts";
import { isGuideShown, type SetupStep } from "#shop/settings/merchant/setup.ts";
import { extendSession } from "#shop/staff/extend-session.server.ts";
import { readPreferences, type StaffPreferences } from "#shop/staff/preferences.server.ts";
import { readStaffName } from "#shop/staff/staff-name.server.ts";
import { listTrayTasks } from "#shop/staff/tasks/read-tasks.server.ts";
import type { StaffTask } from "#shop/staff/tasks/task.ts";
import type { Route } from "./+types/admin-layout";
import adminCss from "./admin.css?url";
import { BottomBar } from "./bottom-bar.tsx";
import { Bell } from "./notifications/bell.tsx";
import { usePushRenewal } from "./notifications/push/use-push-renewal.ts";
import { useWaiting } from "./notifications/use-waiting.ts";
import { OfficeKeys } from "./palette/office-keys.tsx";
import { deskTopic } from "./presence/desk-topic.ts";
import { hiddenInIconRail, RailLinks } from "./rail-links.tsx";
import { SetupBar } from "./setup/setup-bar.tsx";
import { PreviewBanner, stopWrites } from "./staff/preview-banner.tsx";
import { staffOf } from "./staff.server.ts";
import { TaskTray } from "./tasks/tray.tsx";

// Only pages of a single thing load it.
const DeskPresence = lazy(() => import("./presence/desk-presence.tsx"));

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
    session: String(staff.claims.session_id ?? ""),
    email: staff.email ?? "",
    permissions: staff.permissions,
    preferences,
    tasks,
    unread,
    initials,
    name,
    preview: staff.preview ?? null,
    /** Until the shop has sold something. */
    setup: isGuideShown(steps) ? steps : null,
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
  /** The steps of the first setup while the guide is shown; null afterwards, and for staff without settings. */
  readonly setup: readonly SetupStep[] | null;
}

interface FrameProps extends AdminContext {
  shop: string;
  id: string;
  session: string;
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

/** White ground, small text, colour only for status. A rail on the left; on a phone a bar at the lower edge. */
function Frame(props: FrameProps) {
  const {
    shop,
    id,
    session,
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
  const to = useLocalPath();
  const { waiting, reload } = useWaiting();
  const topic = deskTopic(useLocation().pathname);
  const [isCollapsed, setCollapsed] = useState(preferences.rail_collapsed);
  const { submit } = useFetcher();
  usePushRenewal(session, to("/admin/Notifications"));
  const links = { permissions, setup, waiting, name, email };
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
      className="group/rail min-h-dvh flex flex-col bg-card pb-(--bottom-bar) text-sm lg:grid lg:grid-cols-[min(13rem,25%)_minmax(0,1fr)] lg:data-[rail=icons]:grid-cols-[3.75rem_minmax(0,1fr)]"
    >
      <SkipLink />
      {/* The tasks are below the links of the rail, which scroll; on a phone below the page. */}
      <div className="contents lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col">
        <nav
          aria-label={words.nav}
          className="no-print flex items-center justify-between gap-2 border-b border-rule bg-paper px-4 py-2 min-h-0 lg:flex-1 lg:flex-col lg:items-stretch lg:overflow-y-auto lg:border-r lg:border-b-0 lg:px-3 lg:py-5"
        >
          <p className="min-w-0 lg:mb-4 lg:px-2">
            <b className={`block truncate font-display text-lg ${hiddenInIconRail}`}>{shop}</b>
            <span className={`block text-muted max-lg:hidden ${hiddenInIconRail}`}>
              {words.title}
            </span>
          </p>
          <div className="flex shrink-0 items-center gap-2 lg:mb-2 lg:group-data-[rail=icons]/rail:flex-col">
            <OfficeKeys
              permissions={permissions}
              hasShortcuts={preferences.shortcuts}
              onToggleRail={toggleRail}
            />
            <Bell personId={id} unread={unread} onNews={reload} />
          </div>
          <div className="hidden lg:contents">
            <RailLinks {...links} />
          </div>
          <BottomBar {...links} />
        </nav>
        <TaskTray tasks={tasks} />
      </div>
      <div className="min-w-0">
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
          {setup ? <SetupBar steps={setup} /> : null}
          {children}
        </main>
      </div>
    </div>
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
