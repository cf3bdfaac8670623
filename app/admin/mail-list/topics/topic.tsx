import { data, redirect, useFetcher } from "react-router";
import * as v from "valibot";
import {
  mailTopicWords,
  useMailTopicWords,
} from "#app/admin/mail-list/topics/messages/mail-topics.ts";
import { formProblems } from "#app/form-problems.server.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { inLanguage, localPath } from "#base/language.ts";
import {
  archiveTopic,
  deleteTopic,
  listManagedTopics,
  saveTopic,
  topicInput,
} from "#shop/consent/own-topics.server.ts";
import { staffWith } from "../../staff.server.ts";
import { MailListPage } from "../mail-list-page.tsx";
import type { Route } from "./+types/topic";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: mailTopicWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ params, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "mail.send");
  if (params.slug === "New") return { topic: null };
  const topic = (await listManagedTopics(staff)).find(
    ({ slug, isOwn }) => isOwn && slug === params.slug,
  );
  if (!topic) throw data(null, { status: 404 });
  return { topic };
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const staff = staffWith(context, "mail.send");
  const form = await readForm(request);
  const list = localPath(languageOf(url.pathname), "/admin/MailList/Topics");
  const text = (name: string) => String(form.get(name) ?? "").replaceAll("\0", "");
  const intent = text("intent");
  if (intent === "delete") {
    const gone = await deleteTopic(staff, params.slug);
    if (gone.ok) throw redirect(list);
    return { problem: gone.problem };
  }
  if (intent === "archive" || intent === "restore") {
    const moved = await archiveTopic(staff, params.slug, intent === "archive");
    return moved.ok ? { isSaved: true } : { problem: moved.problem };
  }
  const input = v.safeParse(topicInput, {
    slug: params.slug === "New" ? null : params.slug,
    version: /^\d{1,9}$/.test(text("version")) ? Number(text("version")) : -1,
    name_id: text("name_id"),
    name_en: text("name_en"),
    hint_id: text("hint_id"),
    hint_en: text("hint_en"),
    marketing: text("marketing") === "on",
  });
  if (!input.success) return { problems: formProblems(input.issues) };
  const saved = await saveTopic(staff, input.output);
  if (!saved.ok) return { problem: saved.problem };
  if (params.slug === "New") throw redirect(list);
  return { isSaved: true };
}

const fields = [
  ["name_id", 60],
  ["name_en", 60],
  ["hint_id", 200],
  ["hint_en", 200],
] as const;

/** The words of one of the merchant's topics, and how it ends. */
export default function TopicPage({ loaderData }: Route.ComponentProps) {
  const { topic } = loaderData;
  const words = useMailTopicWords();
  const language = useLanguage();
  const to = useLocalPath();
  const fetcher = useFetcher<typeof action>();
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  const problem = reply && "problem" in reply ? reply.problem : undefined;
  const problems = reply && "problems" in reply ? reply.problems : undefined;
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  const stored = topic && {
    name_id: topic.name.id,
    name_en: topic.name.en ?? "",
    hint_id: topic.hint.id,
    hint_en: topic.hint.en ?? "",
  };
  return (
    <MailListPage tab="topics">
      <Link to={to("/admin/MailList/Topics")} className="link justify-self-start">
        {words.back}
      </Link>
      <h2 className="text-lg wrap-anywhere">
        {topic ? inLanguage(topic.name, language) : words.add}
      </h2>
      {topic?.archivedAt ? <Notice>{words.archivedText}</Notice> : null}
      <fetcher.Form
        key={topic?.version ?? 0}
        method="post"
        noValidate
        className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-4 @xl:grid-cols-2"
      >
        <input type="hidden" name="version" value={topic?.version ?? 0} />
        {fields.map(([name, max]) => (
          <Field
            key={name}
            label={words.fields[name]}
            optional={max > 60}
            error={problems?.[name] ? say(problems[name]) : undefined}
          >
            {(parts) => (
              <TextInput
                {...parts}
                name={name}
                maxLength={max}
                autoComplete="off"
                defaultValue={stored?.[name] ?? ""}
              />
            )}
          </Field>
        ))}
        <div className="grid gap-1 @xl:col-span-2">
          {topic?.isUsed ? (
            <>
              <input type="hidden" name="marketing" value={topic.marketing ? "on" : ""} />
              <p>{topic.marketing ? words.marketing : words.service}</p>
              <p className="max-w-[65ch] text-sm text-muted">{words.agreedHint}</p>
            </>
          ) : (
            <>
              <Checkbox
                name="marketing"
                label={words.isMarketing}
                defaultChecked={topic?.marketing ?? true}
              />
              <p className="max-w-[65ch] text-sm text-muted">{words.marketingHint}</p>
            </>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-3 @xl:col-span-2">
          <Button type="submit" name="intent" value="save" busy={busy}>
            {words.save}
          </Button>
          {topic ? (
            <Button
              type="submit"
              name="intent"
              value={topic.archivedAt ? "restore" : "archive"}
              look="quiet"
              busy={busy}
            >
              {topic.archivedAt ? words.restore : words.archive}
            </Button>
          ) : null}
          {topic && !topic.isUsed ? (
            <Button
              type="submit"
              name="intent"
              value="delete"
              look="bare"
              icon="trash-2"
              busy={busy}
            >
              {words.remove}
            </Button>
          ) : null}
        </div>
        <p role="status" className={`@xl:col-span-2 ${problem ? "text-stamp" : "text-muted"}`}>
          {problem ? say(problem) : reply && "isSaved" in reply ? words.saved : ""}
        </p>
      </fetcher.Form>
    </MailListPage>
  );
}
