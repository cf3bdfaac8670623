import { findReaders } from "#shop/mailing/campaigns/write/readers.server.ts";
import { staffWith } from "../../staff.server.ts";
import type { Route } from "./+types/readers";

/** What the search box for subscribers finds, as whom a mail can be looked at. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "mail.read");
  const readers = await findReaders(staff, url.searchParams.get("q") ?? "");
  return Response.json(readers, { headers: { "cache-control": "no-store" } });
}
