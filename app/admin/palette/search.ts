import { languageOf } from "#app/language.ts";
import { localPath } from "#base/language.ts";
import { searchOffice } from "#shop/palette/search-office.server.ts";
import { subjectPath } from "../audit/subject-path.ts";
import { staffOf } from "../staff.server.ts";
import type { Route } from "./+types/search";

/** What the palette finds: `?q=`. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const hits = await searchOffice(staffOf(context), url.searchParams.get("q") ?? "", language);
  return Response.json(
    hits.flatMap((hit) => {
      const path = subjectPath(hit.kind, hit.id);
      return path ? [{ ...hit, path: localPath(language, path) }] : [];
    }),
    { headers: { "cache-control": "private, no-store" } },
  );
}
