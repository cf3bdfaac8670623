import * as v from "valibot";
import { type FormValues, firstValue, readValues } from "#app/admin/kit/form/form-values.ts";
import { useEditingWords } from "#app/admin/kit/messages/editing.ts";
import { synonymWords, useSynonymWords } from "#app/admin/settings/messages/synonyms.ts";
import { formProblems } from "#app/form-problems.server.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { languages } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { deleteSynonym, listSynonyms, saveSynonym } from "#shop/catalogue/synonyms.server.ts";
import { maxSynonyms, type Synonym, synonymSchema } from "#shop/catalogue/synonyms.ts";
import { EditableRows } from "../shipping/editable-rows.tsx";
import type { RowAnswer } from "../shipping/row-answer.ts";
import { saveRow } from "../shipping/save-row.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/synonyms";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: synonymWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  return { synonyms: await listSynonyms(staffWith(context, "settings.edit")) };
}

export async function action({ request, context }: Route.ActionArgs): Promise<RowAnswer> {
  const actor = staffWith(context, "settings.edit");
  const form = await readForm(request);
  const values = readValues(form);
  const row = firstValue(values, "row");
  if (row !== "" && !isUuid(row)) return { problem: "synonym_unknown" };
  if (form.get("intent") === "delete") {
    const deleted = await deleteSynonym(actor, row);
    return deleted.ok ? { done: true } : { problem: deleted.problem };
  }
  const input = v.safeParse(synonymSchema, inputOf(values));
  if (!input.success) return { problems: formProblems(input.issues), row, values };
  if (row !== "") {
    return saveRow({
      form,
      row,
      save: (merged, version) =>
        saveSynonym(actor, { id: row, version }, v.parse(synonymSchema, inputOf(merged))),
      read: async () => {
        const stored = (await listSynonyms(actor)).find(({ id }) => id === row);
        return stored && { values: valuesOf(stored), version: stored.version };
      },
    });
  }
  const saved = await saveSynonym(actor, null, input.output);
  if (saved.ok) return { done: true };
  return saved.problem === "synonym_taken"
    ? { problems: { word: saved.problem }, row, values }
    : { problem: saved.problem, row, values };
}

const names = ["language", "word", "means"] as const;

const inputOf = (values: FormValues) =>
  Object.fromEntries(names.map((name) => [name, firstValue(values, name)]));

const valuesOf = (synonym: Synonym): FormValues =>
  Object.fromEntries(names.map((name) => [name, [synonym[name]]]));

/** What shoppers call the goods, and what the shop's own texts call them. */
export default function SearchSynonyms({ loaderData, actionData }: Route.ComponentProps) {
  const words = useSynonymWords();
  const editing = useEditingWords();
  const to = useLocalPath();
  const textOf = (code: string | undefined) =>
    code === undefined ? undefined : wordsFor(words.problems, code, "invalid_input");
  const rows = loaderData.synonyms.map((synonym) => ({
    key: synonym.id,
    version: synonym.version,
    values: valuesOf(synonym),
    removes: words.remove(synonym.word),
    summary: (
      <>
        <span className="w-40 font-semibold wrap-anywhere">{synonym.word}</span>
        <span className="min-w-0 grow text-muted wrap-anywhere">{synonym.means}</span>
        <span className="text-muted">{editing.languages[synonym.language]}</span>
      </>
    ),
  }));
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
      <Link to={to("/admin/Settings")} className="link justify-self-start">
        {words.back}
      </Link>
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl">
          {words.title}
        </h1>
        <p className="max-w-[66ch] text-muted">{words.lead}</p>
      </header>
      {actionData?.problem ? (
        <Notice tone="error">{textOf(actionData.problem)}</Notice>
      ) : actionData?.done ? (
        <Notice tone="success">{editing.saved}</Notice>
      ) : null}
      {rows.length === 0 ? <Notice>{words.empty}</Notice> : null}
      <p className="text-sm text-muted">{words.count(rows.length, maxSynonyms)}</p>
      <EditableRows
        rows={rows}
        add={words.add}
        answer={actionData}
        mayEdit
        labels={{ language: words.language, word: words.word, means: words.means }}
      >
        {({ values, problems }) => (
          <>
            <Field label={words.word} hint={words.wordHint} error={textOf(problems?.word)}>
              {(parts) => (
                <TextInput
                  {...parts}
                  name="word"
                  required
                  autoComplete="off"
                  autoCapitalize="none"
                  maxLength={60}
                  defaultValue={firstValue(values, "word")}
                />
              )}
            </Field>
            <Field label={words.means} hint={words.meansHint} error={textOf(problems?.means)}>
              {(parts) => (
                <TextInput
                  {...parts}
                  name="means"
                  required
                  autoComplete="off"
                  autoCapitalize="none"
                  maxLength={200}
                  defaultValue={firstValue(values, "means")}
                />
              )}
            </Field>
            <Field label={words.language} error={textOf(problems?.language)}>
              {(parts) => (
                <Select
                  {...parts}
                  name="language"
                  defaultValue={firstValue(values, "language") || "id"}
                >
                  {languages.map((language) => (
                    <option key={language} value={language}>
                      {editing.languages[language]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </>
        )}
      </EditableRows>
    </div>
  );
}
