import { useFetcher } from "react-router";
import { useCustomerWords } from "#app/admin/customers/messages/customers.ts";
import { Section } from "#app/admin/kit/section.tsx";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Pill } from "#app/ui/pill.tsx";
import { TextArea } from "#app/ui/text-input.tsx";
import type { BuyerNote } from "#shop/customers/buyers/find-buyer.server.ts";
import type { CustomerAnswer } from "./customer-action.server.ts";

interface BuyerNotesProps {
  notes: readonly BuyerNote[];
  /** Id of the note that the form adds: a form that is sent twice stores one note. */
  newId: string;
  mayNote: boolean;
  mayRetract: (note: BuyerNote) => boolean;
}

/** Notes for staff only, pinned notes first. */
export function BuyerNotes({ notes, newId, mayNote, mayRetract }: BuyerNotesProps) {
  const { notes: words } = useCustomerWords();
  const adding = useFetcher<CustomerAnswer>();
  const problem = adding.state === "idle" ? adding.data?.problem : undefined;
  return (
    <Section title={words.title}>
      {mayNote ? (
        <adding.Form
          // A new key empties the field after the note is stored.
          key={notes.length}
          method="post"
          className="no-print grid justify-items-start gap-2"
          noValidate
        >
          <input type="hidden" name="id" value={newId} />
          <div className="w-full max-w-[72ch]">
            <Field
              label={words.label}
              hint={words.hint}
              error={problem ? wordsFor(words.problems, problem, "invalid_input") : undefined}
            >
              {(parts) => <TextArea {...parts} name="text" rows={3} maxLength={2_000} />}
            </Field>
          </div>
          <Button
            type="submit"
            name="intent"
            value="note"
            look="quiet"
            busy={adding.state !== "idle"}
          >
            {words.save}
          </Button>
        </adding.Form>
      ) : null}
      {notes.length === 0 ? (
        <p className="text-muted">{words.none}</p>
      ) : (
        <ul className="grid gap-4">
          {notes.map((note) => (
            <Note key={note.id} note={note} mayNote={mayNote} mayRetract={mayRetract(note)} />
          ))}
        </ul>
      )}
    </Section>
  );
}

interface NoteProps {
  note: BuyerNote;
  mayNote: boolean;
  mayRetract: boolean;
}

function Note({ note, mayNote, mayRetract }: NoteProps) {
  const { notes: words } = useCustomerWords();
  const language = useLanguage();
  const zone = useShopZone();
  const fetcher = useFetcher<CustomerAnswer>();
  const isBusy = fetcher.state !== "idle";
  const problem = isBusy ? undefined : fetcher.data?.problem;
  return (
    <li
      className={`grid gap-1 border-l-4 bg-paper p-3 ${note.pinned ? "border-carbon" : "border-rule"}`}
    >
      <p className="flex flex-wrap items-center gap-2 text-muted">
        {note.pinned ? (
          <Pill copy="white" icon="map-pin">
            {words.pinned}
          </Pill>
        ) : null}
        {note.author ?? words.formerColleague} · {formatMoment(note.at, language, zone)}
      </p>
      <p className="max-w-[72ch] whitespace-pre-wrap">{note.text}</p>
      {problem ? (
        <Notice tone="warning">{wordsFor(words.problems, problem, "invalid_input")}</Notice>
      ) : null}
      {mayNote ? (
        <fetcher.Form method="post" className="no-print flex flex-wrap gap-2">
          <input type="hidden" name="id" value={note.id} />
          <Button
            type="submit"
            name="intent"
            value={note.pinned ? "unpin" : "pin"}
            look="bare"
            busy={isBusy}
          >
            {note.pinned ? words.unpin : words.pin}
          </Button>
          {mayRetract ? (
            <Button type="submit" name="intent" value="retract" look="bare" busy={isBusy}>
              {words.retract}
            </Button>
          ) : null}
        </fetcher.Form>
      ) : null}
    </li>
  );
}
