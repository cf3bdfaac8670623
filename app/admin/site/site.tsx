import { randomUUID } from "node:crypto";
import { Form, redirect } from "react-router";
import { cellClasses, rowClasses, SimpleList } from "#app/admin/kit/list/simple-list.tsx";
import { Section } from "#app/admin/kit/section.tsx";
import { siteWords, useSiteWords } from "#app/admin/site/messages/site.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Pill } from "#app/ui/pill.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { localPath } from "#base/language.ts";
import { listSiteDocuments, type SiteDocumentRow } from "#shop/content/read-site.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/site";
import { answerNewPage } from "./site-action.server.ts";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: siteWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const staff = staffWith(context, "content.edit");
  return { documents: await listSiteDocuments(staff), fresh: randomUUID() };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const answer = await answerNewPage(staffWith(context, "content.edit"), await readForm(request));
  if (answer.key) {
    throw redirect(localPath(languageOf(url.pathname), `/admin/Site/page/${answer.key}`));
  }
  return answer;
}

/** The documents of the site, and the form of a new page. */
export default function AdminSite({ loaderData, actionData }: Route.ComponentProps) {
  const { documents, fresh } = loaderData;
  const words = useSiteWords();
  const to = useLocalPath();
  const { heads } = words;
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  const slugProblem = actionData?.problems?.slug;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <SimpleList
        words={{ title: words.title, lead: words.lead, empty: "", emptyText: "" }}
        isEmpty={false}
        heads={[{ label: heads.document }, { label: heads.address }, { label: heads.state }]}
      >
        {documents.map((document) => (
          <tr key={`${document.kind}:${document.key}`} className={rowClasses}>
            <td className={cellClasses}>
              <Link
                to={to(`/admin/Site/${document.kind}/${document.key}`)}
                className="font-semibold text-carbon after:absolute after:inset-0"
              >
                {words.documents[`${document.kind}:${document.key}`] ??
                  (document.title || words.untitled)}
              </Link>
            </td>
            <td className={`${cellClasses} figures text-muted wrap-anywhere`}>
              {document.slug ? `/Pages/${document.slug}` : null}
            </td>
            <td className={cellClasses}>
              <State document={document} />
            </td>
          </tr>
        ))}
      </SimpleList>
      <Section title={words.newPage} hint={words.newPageText}>
        {actionData?.problem ? <Notice tone="error">{say(actionData.problem)}</Notice> : null}
        <Form method="post" noValidate className="grid max-w-xl justify-items-start gap-4">
          <input type="hidden" name="id" value={fresh} />
          <Field
            label={words.slug}
            hint={words.slugHint}
            error={slugProblem ? say(slugProblem) : undefined}
          >
            {(parts) => (
              <TextInput
                {...parts}
                name="slug"
                className="figures"
                maxLength={80}
                autoComplete="off"
                autoCapitalize="none"
              />
            )}
          </Field>
          <Button type="submit" name="intent" value="create" look="quiet" icon="plus">
            {words.create}
          </Button>
        </Form>
      </Section>
    </div>
  );
}

function State({ document }: { document: SiteDocumentRow }) {
  const { states } = useSiteWords();
  const { kind, slug, live_version, is_drafted, waiting, lacks_english } = document;
  return (
    <span className="flex flex-wrap gap-1.5">
      {live_version !== null ? (
        <Pill copy="green" icon="eye">
          {states.live(live_version)}
        </Pill>
      ) : kind !== "banner" && slug === null ? (
        <Pill copy="white" icon="check">
          {states.builtIn}
        </Pill>
      ) : (
        <Pill copy="white" icon="eye-off">
          {states.hidden}
        </Pill>
      )}
      {is_drafted ? (
        <Pill copy="yellow" icon="pen-line">
          {states.drafted}
        </Pill>
      ) : null}
      {waiting > 0 ? (
        <Pill copy="yellow" icon="clock">
          {states.waiting(waiting)}
        </Pill>
      ) : null}
      {lacks_english ? (
        <Pill copy="white" icon="languages">
          {states.lacksEnglish}
        </Pill>
      ) : null}
    </span>
  );
}
