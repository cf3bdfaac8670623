import { Outlet } from "react-router";
import { fallbackMeta } from "#app/page-meta.ts";
import { ErrorScreen } from "#app/ui/error-screen.tsx";
import type { Route } from "./+types/default-layout";

export const meta: Route.MetaFunction = fallbackMeta;

export default function DefaultLayout() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />;
}
