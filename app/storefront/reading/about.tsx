import { languageOf } from "#app/language.ts";
import { findAboutText } from "#shop/settings/merchant/about-page.server.ts";
import type { Route } from "./+types/about";
import { ReadingSheet, readingMeta } from "./reading-sheet.tsx";

export const meta: Route.MetaFunction = (args) => readingMeta("about", args, args.loaderData?.own);

export const handle = { lateScripts: true };

export async function loader({ url }: Route.LoaderArgs) {
  return { own: await findAboutText(languageOf(url.pathname)) };
}

export default function AboutScreen({ loaderData: { own } }: Route.ComponentProps) {
  return <ReadingSheet name="about" own={own} />;
}
