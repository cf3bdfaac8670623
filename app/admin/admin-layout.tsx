import type { ReactNode } from "react";
import { isRouteErrorResponse, NavLink, Outlet } from "react-router";
import { currentActor, requireStaff } from "#app/access.server.ts";
import { useLocalPath } from "#app/language.ts";
import { useMerchant } from "#app/merchant.ts";
import { useAdminWords } from "#app/messages/admin/admin.ts";
import { fallbackMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ErrorScreen } from "#app/ui/domain/error-screen.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { OfflineBanner } from "#app/ui/offline-banner.tsx";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { useCurrentInSight } from "#app/ui/use-current-in-sight.ts";
import type { Permission } from "#shop/staff/permissions.ts";
import type { Route } from "./+types/admin-layout";

export const middleware: Route.MiddlewareFunction[] = [requireStaff];
export const meta: Route.MetaFunction = fallbackMeta;

/** Also what makes the guard run on navigation within the browser. */
export function loader({ context }: Route.LoaderArgs) {
  const actor = currentActor(context);
  return {
    email: actor.kind === "person" ? (actor.email ?? "") : "",
    permissions: actor.kind === "person" ? actor.permissions : [],
  };
}

const pages: readonly {
  name:
    | "home"
    | "orders"
    | "products"
    | "returns"
    | "paymentWork"
    | "enquiries"
    | "mails"
    | "terms"
    | "shipping"
    | "staff"
    | "audit"
    | "safety";
  path: string;
  icon: IconName;
  /** Staff without it do not see the page. */
  needs?: Permission;
}[] = [
  { name: "home", path: "/admin", icon: "house" },
  { name: "orders", path: "/admin/Orders", icon: "receipt-text", needs: "orders.read" },
  {
    name: "products",
    path: "/admin/Products",
    icon: "shopping-basket",
    needs: "products.read",
  },
  { name: "returns", path: "/admin/Returns", icon: "undo-2", needs: "returns.read" },
  { name: "paymentWork", path: "/admin/Payments", icon: "tag", needs: "payments.read" },
  { name: "enquiries", path: "/admin/Enquiries", icon: "mail", needs: "enquiries.read" },
  { name: "mails", path: "/admin/Mails", icon: "triangle-alert", needs: "mail.read" },
  { name: "shipping", path: "/admin/Shipping", icon: "truck", needs: "shipping.read" },
  { name: "terms", path: "/admin/TermsAndConditions", icon: "pen-line", needs: "terms.edit" },
  { name: "staff", path: "/admin/Staff", icon: "user", needs: "staff.edit" },
  { name: "audit", path: "/admin/Audit", icon: "history", needs: "audit.read" },
  { name: "safety", path: "/admin/Safety", icon: "shield", needs: "health.read" },
];

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <Outlet />
    </Frame>
  );
}

interface FrameProps {
  email: string;
  permissions: readonly Permission[];
  children: ReactNode;
}

/** White ground, small text, colour only for status. A rail on the left; on a phone it lies on top. */
function Frame({ email, permissions, children }: FrameProps) {
  const words = useAdminWords();
  const to = useLocalPath();
  const { name } = useMerchant();
  const nav = useCurrentInSight<HTMLElement>();
  return (
    <div className="min-h-dvh bg-card text-sm lg:grid lg:grid-cols-[min(13rem,25%)_minmax(0,1fr)]">
      <SkipLink />
      <nav
        ref={nav}
        aria-label={words.nav}
        className="no-print flex items-center gap-1 overflow-x-auto border-b border-rule bg-paper px-4 py-2 lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:items-stretch lg:border-r lg:border-b-0 lg:px-3 lg:py-5"
      >
        <p className="mr-4 whitespace-nowrap lg:mb-4 lg:px-2">
          <b className="font-display text-lg">{name}</b>
          <span className="block text-muted max-lg:hidden">{words.title}</span>
        </p>
        {pages
          .filter(({ needs }) => !needs || permissions.includes(needs))
          .map((page) => (
            <NavLink
              key={page.name}
              to={to(page.path)}
              end={page.name === "home"}
              prefetch="intent"
              className="flex min-h-11 items-center gap-2.5 px-3 whitespace-nowrap hover:text-carbon aria-[current]:bg-ink aria-[current]:font-semibold aria-[current]:text-paper lg:min-h-10"
            >
              <Icon name={page.icon} className="size-4" />
              {words[page.name]}
            </NavLink>
          ))}
        <a href={to("/")} className="link ml-auto px-2 py-2 whitespace-nowrap lg:mt-auto lg:ml-0">
          {words.toShop}
        </a>
        <p className="truncate px-2 text-muted max-lg:hidden">{email}</p>
      </nav>
      <div className="min-w-0">
        <OfflineBanner />
        <main id="content" tabIndex={-1} className="px-4 py-6 outline-none lg:px-8">
          {children}
        </main>
      </div>
    </div>
  );
}

/** The 404 page of the back office keeps staff in it. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const { missing } = useAdminWords();
  const to = useLocalPath();
  if (!loaderData || !isRouteErrorResponse(error) || error.status !== 404) {
    return <ErrorScreen error={error} />;
  }
  return (
    <Frame {...loaderData}>
      <EmptyState
        level="h1"
        title={missing.title}
        action={<ButtonLink to={to("/admin")}>{missing.home}</ButtonLink>}
      >
        {missing.text}
      </EmptyState>
    </Frame>
  );
}
