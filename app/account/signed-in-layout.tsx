import { Outlet, type ShouldRevalidateFunctionArgs } from "react-router";
import { requireSignedIn } from "#app/access.server.ts";
import { fallbackMeta } from "#app/page-meta.ts";
import { ErrorScreen } from "#app/ui/domain/error-screen.tsx";
import { Shell } from "#app/ui/domain/shell.tsx";
import { shellData } from "#app/ui/domain/shell-data.server.ts";
import type { Route } from "./+types/signed-in-layout";

export const middleware: Route.MiddlewareFunction[] = [requireSignedIn];
export const meta: Route.MetaFunction = fallbackMeta;

/** Also what makes the guard run on navigation within the browser. */
export function loader({ url }: Route.LoaderArgs) {
  return shellData(url);
}

/** No form of these pages changes the header's categories. */
export function shouldRevalidate({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return formMethod ? false : defaultShouldRevalidate;
}

/** The default frame for pages that need a customer: address and checkout. */
export default function SignedInLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Shell categories={loaderData.categories}>
      <Outlet />
    </Shell>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Shell categories={loaderData?.categories ?? []}>
      <ErrorScreen error={error} />
    </Shell>
  );
}
