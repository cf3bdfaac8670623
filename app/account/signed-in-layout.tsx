import { Outlet } from "react-router";
import { requireSignedIn } from "#app/access.server.ts";
import { ErrorScreen } from "#app/ui/domain/error-screen.tsx";
import type { Route } from "./+types/signed-in-layout";

export const middleware: Route.MiddlewareFunction[] = [requireSignedIn];

/** Makes the guard run on navigations in the browser, which ask the server only where there is a loader. */
export function loader() {
  return null;
}

/** Pages that need a customer: address and checkout. */
export default function SignedInLayout() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />;
}
