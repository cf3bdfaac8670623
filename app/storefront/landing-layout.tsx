import { Outlet } from "react-router";
import { Shell } from "#app/ui/domain/shell.tsx";
import { shellData } from "#app/ui/domain/shell-data.server.ts";
import type { Route } from "./+types/landing-layout";
import { StorefrontError } from "./storefront-error.tsx";

export function loader({ url }: Route.LoaderArgs) {
  return shellData(url);
}

export function shouldRevalidate() {
  return false;
}

/** The home page: sections run to the edges, so it sets its own widths. */
export default function LandingLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Shell categories={loaderData.categories}>
      <Outlet />
    </Shell>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Shell categories={loaderData?.categories ?? []}>
      <StorefrontError error={error} />
    </Shell>
  );
}
