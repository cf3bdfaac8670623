import { Form, redirect } from "react-router";
import { termsEditorWords, useTermsEditorWords } from "#app/admin/terms/messages/terms-editor.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatDay, formatMoment } from "#app/messages/shared/dates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { IconName } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import { localPath } from "#base/language.ts";
import { listTerms, type PublishedTerms } from "#shop/settings/terms/terms-drafts.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/terms";
import { answerTerms } from "./terms-action.server.ts";

export const meta: Route.MetaFunction = (source) => {
  const words = termsEditorWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.title, hidden: true });
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const listed = await listTerms(staffWith(context, "terms.edit"));
  // Of the button that begins a draft: pressed twice it is one.
  return {
    ...listed,
    fresh: crypto.randomUUID(),
    published_now: url.searchParams.get("published"),
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const answer = await answerTerms(staffWith(context, "terms.edit"), await readForm(request));
  if (answer.done === "begin") {
    const path = `/admin/TermsAndConditions/${answer.of}`;
    throw redirect(localPath(languageOf(url.pathname), path));
  }
  return answer;
}

/** Drafts and all published versions. */
export default function AdminTerms({ loaderData, actionData }: Route.ComponentProps) {
  const { drafts, published, fresh, published_now } = loaderData;
  const words = useTermsEditorWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const begin = (
    <Form method="post">
      <input type="hidden" name="draft" value={fresh} />
      <Button
        type="submit"
        name="intent"
        value="begin"
        icon="pen-line"
        look={drafts.length > 0 ? "quiet" : "primary"}
      >
        {words.begin}
      </Button>
    </Form>
  );
  const isThere = published.some(({ version }) => version === published_now);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="grid gap-2">
        <h1 tabIndex={-1} className="text-2xl">
          {words.title}
        </h1>
        <p className="max-w-[72ch] text-muted">{words.lead}</p>
      </header>
      {published_now && isThere ? (
        <Notice tone="success">{words.publishedDone(published_now)}</Notice>
      ) : null}
      {actionData?.problem ? (
        <Notice tone="error">
          {wordsFor(words.problems, actionData.problem, "invalid_input")}
        </Notice>
      ) : null}
      <section className="grid gap-3">
        <h2 className="text-lg">{words.drafts}</h2>
        {drafts.length === 0 ? (
          <EmptyState title={words.noDrafts} action={begin}>
            {words.noDraftsText}
          </EmptyState>
        ) : (
          <>
            <ul className="grid gap-3 md:grid-cols-2">
              {drafts.map((draft) => (
                <li
                  key={draft.draft_id}
                  className="relative grid gap-1 border border-rule p-4 hover:border-ink"
                >
                  <Link
                    to={to(`/admin/TermsAndConditions/${draft.draft_id}`)}
                    className="font-semibold text-carbon after:absolute after:inset-0"
                  >
                    {draft.version || words.unnamed}
                  </Link>
                  {draft.in_force_from ? (
                    <span>
                      {words.from} {formatDay(draft.in_force_from, language)}
                    </span>
                  ) : null}
                  <span className="text-muted">
                    {words.changed(formatMoment(draft.updated_at, language, zone))}
                  </span>
                </li>
              ))}
            </ul>
            {begin}
          </>
        )}
      </section>
      <section className="grid gap-3">
        <h2 className="text-lg">{words.published}</h2>
        <Versions published={published} />
      </section>
    </div>
  );
}

const looks: Record<PublishedTerms["state"], { copy: Copy; icon: IconName }> = {
  current: { copy: "green", icon: "circle-check" },
  future: { copy: "yellow", icon: "clock" },
  former: { copy: "white", icon: "history" },
};

function Versions({ published }: { published: readonly PublishedTerms[] }) {
  const words = useTermsEditorWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  return (
    <div className="@container">
      <table className="w-full border-collapse @max-4xl:block">
        <thead className="border-b border-ink @max-4xl:hidden">
          <tr className="printed text-left">
            <th className="px-3 py-2">{words.version}</th>
            <th className="px-3 py-2">{words.from}</th>
            <th className="px-3 py-2">{words.publishedBy}</th>
            <th className="px-3 py-2">{words.state}</th>
            <th className="px-3 py-2 text-right">{words.orders}</th>
          </tr>
        </thead>
        <tbody className="@max-4xl:grid @max-4xl:gap-3">
          {published.map(
            ({ version, in_force_from, state, orders, published_at, published_by }) => (
              <tr
                key={version}
                className="relative border-b border-rule hover:bg-paper @max-4xl:grid @2xs:@max-4xl:grid-cols-2 @max-4xl:gap-x-4 @max-4xl:gap-y-2 @max-4xl:border @max-4xl:p-3"
              >
                <td className="px-3 py-2.5 @max-4xl:p-0">
                  <Link
                    to={to(`/TermsAndConditions/${version}`)}
                    className="figures font-semibold text-carbon after:absolute after:inset-0"
                  >
                    {version}
                  </Link>
                </td>
                <td className="px-3 py-2.5 text-muted @max-4xl:p-0 @2xs:@max-4xl:text-right">
                  {formatDay(in_force_from, language)}
                </td>
                <td className="px-3 py-2.5 text-muted wrap-anywhere @max-4xl:p-0 @2xs:@max-4xl:col-span-2">
                  {published_at ? (
                    <>
                      {formatMoment(published_at, language, zone)}
                      <span className="block">{published_by ?? words.unknownAccount}</span>
                    </>
                  ) : (
                    words.builtIn
                  )}
                </td>
                <td className="px-3 py-2.5 @max-4xl:p-0">
                  <Pill {...looks[state]}>{words.states[state]}</Pill>
                </td>
                <td className="figures px-3 py-2.5 text-right @max-4xl:p-0">
                  <span className="font-sans text-muted @4xl:hidden">{words.orders} </span>
                  {orders}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}
