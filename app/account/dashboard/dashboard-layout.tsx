import { Outlet } from "react-router";
import { currentActor, requireSignedIn } from "#app/access.server.ts";
import { ErrorLayout } from "#app/ui/domain/error-layout.tsx";
import { isStaff } from "#shop/kernel/access.ts";
import { findOrderEmail } from "#shop/orders/read-orders.server.ts";
import { isGuest } from "../guest.ts";
import type { Route } from "./+types/dashboard-layout";
import { DashboardNav } from "./dashboard-nav.tsx";
import { GuestNotice } from "./guest-notice.tsx";

export const middleware: Route.MiddlewareFunction[] = [requireSignedIn];

/** Also makes the guard run on navigations in the browser, which ask the server only where there is a loader. */
export async function loader({ context }: Route.LoaderArgs) {
  const actor = currentActor(context);
  return {
    email: actor.kind === "person" ? (actor.email ?? "") : "",
    orderEmail:
      actor.kind === "person" && isGuest(actor) ? ((await findOrderEmail(actor)) ?? "") : "",
    staff: isStaff(actor),
    guest: actor.kind === "person" && isGuest(actor),
  };
}

export default function DashboardLayout({ loaderData }: Route.ComponentProps) {
  return (
    <div className="account page grid items-start gap-x-6 gap-y-2 pt-2 md:gap-6 md:pt-10 lg:grid-cols-[min(14rem,25%)_minmax(0,1fr)] lg:gap-12 print:block">
      <DashboardNav email={loaderData.email} staff={loaderData.staff} guest={loaderData.guest} />
      <div className="min-w-0 [&>.page]:m-0 [&>.page]:p-0">
        <Outlet />
        {loaderData.guest ? <GuestNotice email={loaderData.orderEmail} /> : null}
      </div>
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorLayout error={error} />;
}
