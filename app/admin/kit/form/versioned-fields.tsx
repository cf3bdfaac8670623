import { useState } from "react";
import { Conflict } from "./conflict.tsx";
import { allValues, type FormValues } from "./form-values.ts";
import type { MergeAnswer } from "./merge-answer.ts";
import { setField } from "./set-field.ts";

interface VersionedFieldsProps {
  /** The `id` of the form that this stands in. */
  form: string;
  answer: Pick<MergeAnswer, "version" | "before" | "conflict"> | undefined;
  stored: FormValues;
  version: number;
  /** The names of the fields, for a conflict. */
  labels: Readonly<Record<string, string>>;
  /** A value as people read it; without it, values are shown as they are stored. */
  say?: (name: string, value: string) => string;
}

const asStored = (_name: string, value: string) => value;

/** What a form sends so that two people's changes merge, and the three values of each field that both changed. */
export function VersionedFields({
  form,
  answer,
  stored,
  version,
  labels,
  say = asStored,
}: VersionedFieldsProps) {
  const [settled, setSettled] = useState<readonly string[]>([]);
  const [answered, setAnswered] = useState(answer);
  if (answer !== answered) {
    setAnswered(answer);
    setSettled([]);
  }
  const before = answer?.before ?? stored;
  const settle = (name: string) => setSettled([...settled, name]);
  return (
    <>
      <input type="hidden" name="version" value={answer?.version ?? version} />
      <input type="hidden" name="before" value={JSON.stringify(before)} />
      <Conflict
        fields={(answer?.conflict ?? [])
          .filter(({ name }) => !settled.includes(name))
          .map(({ name, before: loaded, theirs, mine }) => ({
            name,
            label: labels[name] ?? name,
            before: say(name, loaded),
            theirs: say(name, theirs),
            mine: say(name, mine),
          }))}
        onKeepMine={settle}
        onTakeTheirs={(name) => {
          const element = document.getElementById(form);
          if (element instanceof HTMLFormElement) setField(element, name, allValues(before, name));
          settle(name);
        }}
      />
    </>
  );
}
