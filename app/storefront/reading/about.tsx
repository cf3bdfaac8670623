import { languageOf } from "#app/language.ts";
import { PageClauses } from "#app/ui/page-clauses.tsx";
import { findFixedPage } from "#shop/content/live-site.server.ts";
import type { Route } from "./+types/about";
import { ReadingSheet, readingMeta } from "./reading-sheet.tsx";
import { SheetPage } from "./sheet-page.tsx";

export const meta: Route.MetaFunction = (args) => readingMeta("about", args, args.loaderData?.own);

export const handle = { lateScripts: true };

export async function loader({ url }: Route.LoaderArgs) {
  return { own: await findFixedPage("about", languageOf(url.pathname)) };
}

export default function AboutScreen({ loaderData: { own } }: Route.ComponentProps) {
  if (!own) return <ReadingSheet name="about" />;
  return (
    <SheetPage title={own.title} lead={own.description}>
      <PageClauses sections={own.sections} />
    </SheetPage>
  );
}
