import { Form, useNavigation } from "react-router";
import { Section } from "#app/admin/kit/section.tsx";
import { useSiteWords } from "#app/admin/site/messages/site.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { SiteDocument } from "#shop/content/read-site.server.ts";

interface PublishFormProps {
  document: SiteDocument;
  /** The editor has unsaved changes. */
  isDirty: boolean;
  mayPublish: boolean;
}

/** Publishes or discards the saved draft. */
export function PublishForm({ document, isDirty, mayPublish }: PublishFormProps) {
  const words = useSiteWords();
  const busy = useNavigation().state !== "idle";
  if (!document.draft) return null;
  return (
    <Section title={words.publishTitle} hint={isDirty ? words.saveFirst : words.publishText}>
      <Form method="post" className="grid max-w-xl justify-items-start gap-4">
        <input type="hidden" name="revision" value={document.revision} />
        {mayPublish ? <NoteField /> : <p className="text-muted">{words.notAllowed}</p>}
        <div className="flex flex-wrap gap-2">
          {mayPublish ? (
            <Button type="submit" name="intent" value="publish" disabled={isDirty} busy={busy}>
              {words.publish}
            </Button>
          ) : null}
          <Button type="submit" name="intent" value="drop" look="bare" icon="trash-2">
            {words.drop}
          </Button>
        </div>
      </Form>
    </Section>
  );
}

/** The note of a version, shown in the history. */
export function NoteField() {
  const words = useSiteWords();
  return (
    <Field label={words.note} hint={words.noteHint} optional>
      {(parts) => <TextInput {...parts} name="note" maxLength={200} autoComplete="off" />}
    </Field>
  );
}
