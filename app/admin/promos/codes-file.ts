import { data } from "react-router";
import { exportCodes } from "#shop/promotions/export-codes.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/codes-file";

/** The codes of a batch as a file, streamed. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "promos.bulk");
  const codes = await exportCodes(staff, params.id, params.batch);
  if (!codes) throw data(null, { status: 404 });
  return new Response(codes, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="codes-${params.batch}.csv"`,
      "cache-control": "no-store",
    },
  });
}
