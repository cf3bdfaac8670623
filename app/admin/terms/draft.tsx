import { useEffect, useState } from "react";
import { data, redirect, useFetcher } from "react-router";
import { termsEditorWords, useTermsEditorWords } from "#app/admin/terms/messages/terms-editor.ts";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { languages, localPath } from "#base/language.ts";
import { findTermsDraft, type TermsDraft } from "#shop/settings/terms/terms-drafts.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/draft";
import { DropDialog, PublishDialog } from "./draft-dialogs.tsx";
import { DraftText } from "./draft-text.tsx";
import { answerTerms, type TermsAnswer } from "./terms-action.server.ts";

export const meta: Route.MetaFunction = (source) => {
  const words = termsEditorWords(languageOf(source.location.pathname));
  return pageMeta(source, {
    title: words.draft(source.loaderData?.draft.version ?? ""),
    hidden: true,
  });
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const draft = await findTermsDraft(staffWith(context, "terms.edit"), params.id);
  if (!draft) throw data(null, { status: 404 });
  return { draft };
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  form.set("draft", params.id);
  const answer = await answerTerms(staffWith(context, "terms.edit"), form);
  const list = localPath(languageOf(url.pathname), "/admin/TermsAndConditions");
  if (answer.done === "publish") {
    throw redirect(`${list}?${new URLSearchParams({ published: answer.of ?? "" })}`);
  }
  if (answer.done === "drop") throw redirect(list);
  return answer;
}

export default function AdminTermsDraft({ loaderData: { draft } }: Route.ComponentProps) {
  return <Draft key={draft.draft_id} draft={draft} />;
}

/** Both languages with what readers will see beside them. */
function Draft({ draft }: { draft: TermsDraft }) {
  const words = useTermsEditorWords();
  const to = useLocalPath();
  const fetcher = useFetcher<TermsAnswer>();
  const [isUnsaved, setIsUnsaved] = useState(false);
  const [asked, setAsked] = useState<"publish" | "drop" | null>(null);
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  // The revision that this page loaded: a concurrent change by another person must not pass for it.
  const [revision, setRevision] = useState(draft.revision);
  useEffect(() => {
    if (reply?.revision !== undefined) setRevision(reply.revision);
    // A refused draft is not stored.
    if (reply && !reply.done) setIsUnsaved(true);
  }, [reply]);
  useDirtyForm(isUnsaved && !busy);
  const [missing, setMissing] = useState<"version" | "in_force_from" | null>(null);
  const askToPublish = () => {
    const lacks = !draft.version ? "version" : !draft.in_force_from ? "in_force_from" : null;
    setMissing(lacks);
    if (!lacks) setAsked("publish");
  };
  const errorOf = (name: string) => {
    const code =
      reply?.problems?.[name] ??
      (missing === name
        ? { version: "version_missing", in_force_from: "day_missing" }[missing]
        : undefined);
    return code ? wordsFor(words.problems, code, "invalid_input") : undefined;
  };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Link to={to("/admin/TermsAndConditions")} className="link justify-self-start">
        {words.back}
      </Link>
      <h1 tabIndex={-1} className="text-2xl">
        {words.draft(draft.version)}
      </h1>
      <fetcher.Form
        method="post"
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-6"
        onInput={() => {
          setIsUnsaved(true);
          setMissing(null);
        }}
        onSubmit={() => setIsUnsaved(false)}
      >
        <input type="hidden" name="revision" value={revision} />
        <div className="grid items-start gap-5 md:grid-cols-2">
          <Field label={words.version} hint={words.versionHint} error={errorOf("version")}>
            {(parts) => (
              <TextInput
                {...parts}
                name="version"
                defaultValue={draft.version}
                maxLength={32}
                autoComplete="off"
                autoCapitalize="none"
                className="figures"
              />
            )}
          </Field>
          <Field label={words.from} hint={words.fromHint} error={errorOf("in_force_from")}>
            {(parts) => (
              <TextInput
                {...parts}
                type="date"
                name="in_force_from"
                defaultValue={draft.in_force_from}
              />
            )}
          </Field>
        </div>
        {languages.map((language) => (
          <DraftText
            key={language}
            language={language}
            text={draft[language]}
            error={errorOf(language)}
          />
        ))}
        {reply?.problem ? (
          <Notice tone="error">{wordsFor(words.problems, reply.problem, "invalid_input")}</Notice>
        ) : null}
        {reply?.done === "save" && !isUnsaved ? (
          <Notice tone="success">{words.saved}</Notice>
        ) : null}
        <div className="sticky bottom-(--bottom-bar) -mx-4 flex flex-wrap items-center gap-2 border-t border-ink bg-card px-4 py-3 lg:-mx-8 lg:px-8">
          <Button
            type="submit"
            name="intent"
            value="save"
            look={isUnsaved ? "primary" : "quiet"}
            busy={busy}
          >
            {words.save}
          </Button>
          <Button
            look={isUnsaved ? "quiet" : "primary"}
            disabled={isUnsaved || busy}
            onClick={askToPublish}
          >
            {words.publish}
          </Button>
          {isUnsaved ? <p className="text-muted">{words.saveFirst}</p> : null}
          <Button look="bare" icon="trash-2" className="ml-auto" onClick={() => setAsked("drop")}>
            {words.drop}
          </Button>
        </div>
      </fetcher.Form>
      <PublishDialog
        open={asked === "publish"}
        draft={{ ...draft, revision }}
        fetcher={fetcher}
        onClose={() => setAsked(null)}
      />
      <DropDialog open={asked === "drop"} fetcher={fetcher} onClose={() => setAsked(null)} />
    </div>
  );
}
