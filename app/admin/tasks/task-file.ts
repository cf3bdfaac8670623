import { data } from "react-router";
import { importTasks } from "#shop/imports/kinds.server.ts";
import { ledgerTasks } from "#shop/office/reports/export-ledger.server.ts";
import { readTaskFile } from "#shop/staff/tasks/task-files.server.ts";
import { staffOf } from "../staff.server.ts";
import type { Route } from "./+types/task-file";

/** The file that a task made, for a day. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const file = await readTaskFile(staffOf(context), params.id, [...importTasks, ...ledgerTasks]);
  if (!file) throw data(null, { status: 404 });
  return new Response(file, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${params.id}.csv"`,
      "cache-control": "no-store",
    },
  });
}
