import { data } from "react-router";
import { staffWith } from "#app/admin/staff.server.ts";
import { languageOf } from "#app/language.ts";
import { findJobTicket } from "#shop/production/customisations/print-files/job-ticket.server.ts";
import type { Route } from "./+types/job-ticket";

/** The ticket that goes through the workshop with the pieces, once the buyer has approved the print. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "customisations.read");
  const ticket = await findJobTicket(staff, params.id, languageOf(url.pathname));
  if (!ticket) throw data(null, { status: 404 });
  return new Response(ticket.bytes, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="${ticket.fileName}"`,
      "Cache-Control": "no-store",
    },
  });
}
