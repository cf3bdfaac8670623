import { languageOf } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { PageClauses } from "#app/ui/page-clauses.tsx";
import { localPath } from "#base/language.ts";
import { findMovedPage, findOwnPage } from "#shop/content/live-site.server.ts";
import { movedPermanently } from "../moved-permanently.server.ts";
import { pageNotFound } from "../page-not-found.server.ts";
import type { Route } from "./+types/own-page";
import { SheetPage } from "./sheet-page.tsx";

export const meta: Route.MetaFunction = (args) => {
  const page = args.loaderData?.page;
  return pageMeta(args, { title: page?.title ?? "", description: page?.description ?? "" });
};

export const handle = { lateScripts: true };

export async function loader({ params, url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const slug = params.slug.toLowerCase();
  const page = await findOwnPage(slug, language);
  if (page) return { page };
  const present = await findMovedPage(slug);
  if (!present) throw await pageNotFound(url);
  throw movedPermanently(localPath(language, `/Pages/${present}`), url.searchParams);
}

/** A page that the shop added. */
export default function OwnPage({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <SheetPage title={page.title} lead={page.description}>
      <PageClauses sections={page.sections} />
    </SheetPage>
  );
}
