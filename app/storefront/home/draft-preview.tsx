import { data } from "react-router";
import { currentActor, requireStaff } from "#app/access.server.ts";
import { languageOf } from "#app/language.ts";
import { homeWords, useHomeWords } from "#app/messages/shared/home.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Notice } from "#app/ui/notice.tsx";
import { findDraftOfHome } from "#shop/content/read-site.server.ts";
import { shownHome } from "#shop/content/shown-home.ts";
import { may } from "#shop/kernel/access.ts";
import type { Route } from "./+types/draft-preview";
import { HomeSections } from "./home-sections.tsx";
import { loadHome } from "./load-home.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireStaff];

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: homeWords(languageOf(source.location.pathname)).preview,
    hidden: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  const actor = currentActor(context);
  if (actor.kind !== "person" || !may(actor, "content.edit")) {
    throw data({ code: "no_permission" }, 403);
  }
  const draft = await findDraftOfHome(actor);
  if (!draft) throw data(null, { status: 404 });
  const language = languageOf(url.pathname);
  return loadHome(language, shownHome(draft, language));
}

/** The draft of the home page as visitors would see it, for staff. */
export default function HomeDraft({ loaderData }: Route.ComponentProps) {
  const { previewText } = useHomeWords();
  return (
    <>
      <div className="page pt-4">
        <Notice>{previewText}</Notice>
      </div>
      <HomeSections shop={loaderData} />
    </>
  );
}
