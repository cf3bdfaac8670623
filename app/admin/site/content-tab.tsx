import { useState } from "react";
import { Form, useFetcher } from "react-router";
import { Conflict } from "#app/admin/kit/form/conflict.tsx";
import { SaveBar } from "#app/admin/kit/form/save-bar.tsx";
import { useEditingWords } from "#app/admin/kit/messages/editing.ts";
import { Section } from "#app/admin/kit/section.tsx";
import { useSiteWords } from "#app/admin/site/messages/site.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { isLanguage } from "#base/language.ts";
import type { SiteBody } from "#shop/content/document.ts";
import type { SiteDocument } from "#shop/content/read-site.server.ts";
import { BodyFields } from "./body-fields.tsx";
import {
  type BodyValues,
  bodyValues,
  type DocumentChoices,
  joinValues,
  keysInOrder,
} from "./body-values.ts";
import { PublishForm } from "./publish-form.tsx";
import type { SiteAnswer } from "./site-action.server.ts";

interface ContentTabProps {
  document: SiteDocument;
  /** The draft, else the published body, else the built-in one. */
  body: SiteBody;
  /** For the home page and menus. */
  choices: DocumentChoices;
  mayPublish: boolean;
  /** The response to a form below the editor. */
  answer: SiteAnswer | undefined;
}

/** The editor of the draft, its publication, and the address of an own page. */
export function ContentTab({ document, body, choices, mayPublish, answer }: ContentTabProps) {
  const words = useSiteWords();
  const to = useLocalPath();
  const language = useLanguage();
  const zone = useShopZone();
  const [isDirty, setIsDirty] = useState(false);
  const { drafted_at, drafted_by, draft, live } = document;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="text-muted">
        {draft && drafted_at
          ? words.draftOf(drafted_by, formatMoment(drafted_at, language, zone))
          : live
            ? words.noDraft
            : words.defaultText}
      </p>
      {document.kind === "home" && draft ? (
        <a
          className="link justify-self-start"
          href={to("/admin/Site/Preview")}
          target="_blank"
          rel="noreferrer"
        >
          {words.previewHome}
        </a>
      ) : null}
      <Editor
        document={document}
        body={body}
        choices={choices}
        isDirty={isDirty}
        onDirty={setIsDirty}
      />
      <PublishForm document={document} isDirty={isDirty} mayPublish={mayPublish} />
      {document.slug === null || !mayPublish ? null : (
        <AddressForm slug={document.slug} problem={answer?.problems?.slug} />
      )}
    </div>
  );
}

interface EditorProps {
  document: SiteDocument;
  body: SiteBody;
  choices: DocumentChoices;
  isDirty: boolean;
  onDirty: (isDirty: boolean) => void;
}

function Editor({ document, body, choices, isDirty, onDirty }: EditorProps) {
  const words = useSiteWords();
  const editing = useEditingWords();
  const fetcher = useFetcher<SiteAnswer>();
  const stored = bodyValues(body);
  // What the unsaved edits are based on. A concurrent change must not replace it, or the save would overwrite it.
  const [base, setBase] = useState({ revision: document.revision, values: stored });
  const [shown, setShown] = useState(stored);
  // The key of the form: a new one resets its fields, after discarding and after resolving a conflict.
  const [round, setRound] = useState(0);
  const [open, setOpen] = useState<{ mine: BodyValues; names: readonly string[] } | null>(null);
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  const begin = (values: BodyValues) => {
    setShown(values);
    setRound(round + 1);
  };
  const [answered, setAnswered] = useState(reply);
  if (reply && reply !== answered) {
    setAnswered(reply);
    if (reply.done) {
      onDirty(false);
      setOpen(null);
      setBase({ revision: reply.revision ?? document.revision, values: stored });
      setShown(stored);
    } else if (reply.mine) {
      const { values, conflicts } = joinValues(base.values, stored, reply.mine);
      setOpen({ mine: values, names: conflicts });
      setBase({ revision: document.revision, values: stored });
      begin(values);
    }
  } else if (!isDirty && !busy && !open && document.revision !== base.revision) {
    // Another form of this page changed the draft, e.g. its publication.
    setBase({ revision: document.revision, values: stored });
    begin(stored);
  }
  const settle = (name: string, takesTheirs: boolean) => {
    if (!open) return;
    const mine = takesTheirs ? { ...open.mine, [name]: base.values[name] ?? "" } : open.mine;
    setOpen({ mine, names: open.names.filter((one) => one !== name) });
    begin(mine);
  };
  const say = (problem: string) => {
    const [code = "", part] = problem.split(":");
    const text = wordsFor(words.problems, code, "invalid_input");
    return part ? `${text} (${part})` : text;
  };
  const shownValue = (name: string, values: BodyValues) =>
    name === "order"
      ? keysInOrder(values)
          .map((key) =>
            wordsFor(
              { ...words.sectionKinds, ...words.menuKinds },
              values[`${key}.kind`] ?? "",
              "text",
            ),
          )
          .join(", ")
      : (values[name] ?? "");
  const labelOf = (name: string) => {
    // The names of a section's controls begin with the section's key.
    const [field = "", language] = name.replace(/^s[0-9a-z]+\./, "").split(".");
    const label = words.fields[field] ?? field;
    return isLanguage(language) ? `${label} (${editing.languages[language]})` : label;
  };
  return (
    <fetcher.Form
      key={round}
      method="post"
      noValidate
      encType={
        document.kind === "look" ? "multipart/form-data" : "application/x-www-form-urlencoded"
      }
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onInput={() => onDirty(true)}
    >
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="revision" value={base.revision} />
      <Conflict
        fields={(open?.names ?? []).map((name) => ({
          name,
          label: labelOf(name),
          before: "",
          theirs: shownValue(name, base.values),
          mine: shownValue(name, open?.mine ?? {}),
        }))}
        onKeepMine={(name) => settle(name, false)}
        onTakeTheirs={(name) => settle(name, true)}
      />
      <BodyFields
        name={document}
        values={shown}
        choices={choices}
        onDirty={() => onDirty(true)}
        errorOf={(name) => {
          const code = reply?.problems?.[name];
          return code ? say(code) : undefined;
        }}
      />
      <SaveBar
        isDirty={isDirty}
        busy={busy}
        label={words.saveDraft}
        onDiscard={() => {
          onDirty(false);
          setOpen(null);
          begin(base.values);
        }}
        problem={
          reply?.problems ? editing.invalid : reply?.problem ? say(reply.problem) : undefined
        }
        isSaved={reply?.done === "save"}
      />
    </fetcher.Form>
  );
}

function AddressForm({ slug, problem }: { slug: string; problem: string | undefined }) {
  const words = useSiteWords();
  return (
    <Section title={words.slug} hint={words.moveHint}>
      <Form method="post" noValidate className="grid max-w-xl justify-items-start gap-4">
        <Field
          label={words.slug}
          hint={words.slugHint}
          error={problem ? wordsFor(words.problems, problem, "invalid_input") : undefined}
        >
          {(parts) => (
            <TextInput
              {...parts}
              key={slug}
              name="slug"
              defaultValue={slug}
              className="figures"
              maxLength={80}
              autoComplete="off"
              autoCapitalize="none"
            />
          )}
        </Field>
        <Button type="submit" name="intent" value="move" look="quiet">
          {words.move}
        </Button>
      </Form>
    </Section>
  );
}
