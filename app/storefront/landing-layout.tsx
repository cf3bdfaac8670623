import { Outlet } from "react-router";
import { fallbackMeta } from "#app/page-meta.ts";
import { Shell } from "#app/ui/domain/shell.tsx";
import { shellData } from "#app/ui/domain/shell-data.server.ts";
import type { Route } from "./+types/landing-layout";
import { StorefrontError } from "./storefront-error.tsx";
import { useProductCards } from "./use-product-cards.tsx";

export const meta: Route.MetaFunction = fallbackMeta;

export function loader({ url }: Route.LoaderArgs) {
  return shellData(url);
}

/** Categories rarely change; a page in the other language is loaded whole. */
export function shouldRevalidate() {
  return false;
}

/** The frame of the home page. */
export default function LandingLayout({ loaderData }: Route.ComponentProps) {
  useProductCards();
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
