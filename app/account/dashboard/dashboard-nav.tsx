import { useState } from "react";
import { NavLink, useLocation } from "react-router";
import { useAccountWords } from "#app/account/details/messages/account.ts";
import { forgetDesigns } from "#app/browser/cart/device-designs.ts";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useLocalPath } from "#app/language.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { leaveCartWithAccount } from "../cart/leave-cart.client.ts";

type PageName = "home" | "orders" | "designs" | "address" | "details" | "security";

const pages: readonly { name: PageName; path: string; icon: IconName }[] = [
  { name: "home", path: "/dashboard", icon: "house" },
  { name: "orders", path: "/dashboard/orders", icon: "receipt-text" },
  { name: "designs", path: "/dashboard/Customisations", icon: "pen-line" },
  { name: "address", path: "/dashboard/Address", icon: "map-pin" },
  { name: "details", path: "/dashboard/Details", icon: "user" },
  { name: "security", path: "/dashboard/Security", icon: "shield" },
];

interface DashboardNavProps {
  /** Empty for who has none. */
  email: string;
  staff: boolean;
  guest: boolean;
}

/** The index tabs of the customer's own drawer. */
export function DashboardNav({ email, staff, guest }: DashboardNavProps) {
  const { dashboard } = useAccountWords();
  const to = useLocalPath();
  const path = useLocation().pathname.toLowerCase().replace(/\/$/, "");
  const isHome = path === to("/dashboard").toLowerCase();
  // Pages below an order have the way there above them.
  const [, order, part] = /\/orders\/([^/]+)(\/.+)?$/.exec(path) ?? [];
  const tab =
    "flex min-h-11 items-center gap-3 px-3 whitespace-nowrap hover:text-carbon aria-[current]:bg-ink aria-[current]:font-semibold aria-[current]:text-paper";
  return (
    <nav
      aria-label={dashboard.nav}
      // On a phone the account's first page lists the others below what is going on; the others lead back to it.
      className={`no-print min-w-0 lg:sticky lg:top-6 ${isHome ? "max-lg:order-last" : ""}`}
    >
      {isHome || part ? null : (
        <Link
          to={to(order ? "/dashboard/orders" : "/dashboard")}
          className="flex min-h-11 items-center gap-2 text-sm font-semibold hover:text-carbon lg:hidden"
        >
          <Icon name="arrow-left" className="size-4" />
          {order ? dashboard.orders : dashboard.title}
        </Link>
      )}
      <p className="mb-3 truncate text-sm text-muted max-lg:hidden">
        {dashboard.signedInAs}
        <strong className="block truncate text-ink">{email || dashboard.guest}</strong>
      </p>
      <ul
        className={`divide-y divide-rule border border-rule bg-card ${isHome ? "" : "max-lg:hidden"}`}
      >
        {pages.map(({ name, path, icon }) => (
          <li key={name} className={name === "home" ? "max-lg:hidden" : ""}>
            <NavLink to={to(path)} end={name === "home"} prefetch="intent" className={tab}>
              <Icon name={icon} />
              {dashboard[name]}
            </NavLink>
          </li>
        ))}
        {staff ? (
          <li>
            <NavLink to={to("/admin")} className={tab}>
              <Icon name="package" />
              {dashboard.admin}
            </NavLink>
          </li>
        ) : null}
        <li>
          <SignOutButton className={`${tab} w-full text-left`} guest={guest} />
        </li>
      </ul>
    </nav>
  );
}

function SignOutButton({ className, guest }: { className: string; guest: boolean }) {
  const { dashboard } = useAccountWords();
  const to = useLocalPath();
  const [busy, setBusy] = useState(false);
  const signOut = async () => {
    setBusy(true);
    // A guest cannot come back to the account, so the cart stays here.
    if (!guest) {
      await leaveCartWithAccount(to("/dashboard/Cart"));
      forgetDesigns();
    }
    const client = await sessionClient();
    // Even when the server cannot be reached, the session leaves this device.
    await client.auth.signOut({ scope: "local" }).catch(() => undefined);
    location.assign(to("/"));
  };
  return (
    <button type="button" aria-busy={busy} className={className} onClick={() => void signOut()}>
      <Icon name="log-out" />
      {dashboard.signOut}
    </button>
  );
}
