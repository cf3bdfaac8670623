import { languageOf } from "#app/language.ts";
import { PageClauses } from "#app/ui/page-clauses.tsx";
import { findFixedPage } from "#shop/content/live-site.server.ts";
import type { Route } from "./+types/privacy-policy";
import { ReadingSheet, readingMeta } from "./reading-sheet.tsx";

export const meta: Route.MetaFunction = (args) => readingMeta("privacy", args);

export const handle = { lateScripts: true };

export async function loader({ url }: Route.LoaderArgs) {
  return { intro: await findFixedPage("privacy-intro", languageOf(url.pathname)) };
}

/** The clauses describe what the code does with data, so staff can add an introduction but not change a clause. */
export default function PrivacyScreen({ loaderData: { intro } }: Route.ComponentProps) {
  const sections = intro?.sections ?? [];
  return (
    <ReadingSheet name="privacy" from={1 + sections.filter(({ heading }) => heading).length}>
      <PageClauses sections={sections} />
    </ReadingSheet>
  );
}
