import { countWaiting } from "#shop/office/notifications/count-waiting.server.ts";
import { staffOf } from "../staff.server.ts";
import type { Route } from "./+types/waiting";

/** What the badges of the rail show. A request of its own, so that no page waits for it. */
export async function loader({ context }: Route.LoaderArgs) {
  return countWaiting(staffOf(context));
}
