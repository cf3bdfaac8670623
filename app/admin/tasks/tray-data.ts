import { listTrayTasks } from "#shop/staff/tasks/read-tasks.server.ts";
import { staffOf } from "../staff.server.ts";
import type { Route } from "./+types/tray-data";

/** What the tray shows. */
export async function loader({ context }: Route.LoaderArgs) {
  return { tasks: await listTrayTasks(staffOf(context)) };
}
