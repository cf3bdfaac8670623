import type { Route } from "./+types/not-found";
import { pageNotFound } from "./page-not-found.server.ts";

/** Every address that no other screen answers. */
export async function loader({ url }: Route.LoaderArgs): Promise<never> {
  throw await pageNotFound(url);
}

export default function NotFoundRoute() {
  return null;
}
