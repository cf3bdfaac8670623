import { data } from "react-router";
import type { Route } from "./+types/not-found";

/** Every address that no other screen answers. */
export function loader({ request }: Route.LoaderArgs): never {
  const { pathname } = new URL(request.url);
  throw data(`Page not found: ${pathname}`, { status: 404, statusText: "Page Not Found" });
}

export default function NotFoundRoute() {
  return null;
}
