import { languageOf } from "#app/language.ts";
import { localPath } from "#base/language.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { searchOffice } from "#shop/office/palette/search-office.server.ts";
import { subjectPath } from "../audit/subject-path.ts";
import { staffOf } from "../staff.server.ts";
import type { Route } from "./+types/search";

/** What the palette finds: `?q=`. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const staff = staffOf(context);
  const q = url.searchParams.get("q") ?? "";
  const hits = await searchOffice(staff, q, language);
  return Response.json(
    hits.flatMap((hit) => {
      const path = hit.kind === "customer" ? ordersOf(staff, q) : subjectPath(hit.kind, hit.id);
      return path ? [{ ...hit, path: localPath(language, path) }] : [];
    }),
    { headers: { "cache-control": "private, no-store" } },
  );
}

/** Path of the order list filtered by the typed text, for staff who may not read buyers. */
function ordersOf(staff: Person, q: string): string | undefined {
  if (!may(staff, "orders.read")) return undefined;
  return `/admin/Orders?${new URLSearchParams({ q })}`;
}
