import { Outlet, type ShouldRevalidateFunctionArgs } from "react-router";
import { requireSignedIn } from "#app/access.server.ts";
import { ErrorScreen } from "#app/ui/domain/error-screen.tsx";
import type { Route } from "./+types/signed-in-layout";

export const middleware: Route.MiddlewareFunction[] = [requireSignedIn];

/** Makes the guard run on navigations in the browser, which ask the server only where there is a loader. */
export function loader() {
  return null;
}

/**
 * A form of these pages changes nothing here. A revalidation after a form would also race with the way to the order: the
 * address changed, and the checkout stayed.
 */
export function shouldRevalidate({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return formMethod ? false : defaultShouldRevalidate;
}

/** Pages that need a customer: address and checkout. */
export default function SignedInLayout() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />;
}
