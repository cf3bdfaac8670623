import { fallbackMeta } from "#app/page-meta.ts";
import { shellData } from "#app/ui/domain/shell-data.server.ts";
import type { Route } from "./+types/default-layout";
import { StorefrontErrorFrame, StorefrontFrame } from "./storefront-frame.tsx";

export const meta: Route.MetaFunction = fallbackMeta;

export function loader({ url }: Route.LoaderArgs) {
  return shellData(url);
}

/** Menus rarely change, and a switch of the language reloads the whole page. */
export function shouldRevalidate() {
  return false;
}

/** The frame of the pages that name no other layout. */
export default function DefaultLayout({ loaderData }: Route.ComponentProps) {
  return <StorefrontFrame frame={loaderData} />;
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return <StorefrontErrorFrame error={error} frame={loaderData} />;
}
