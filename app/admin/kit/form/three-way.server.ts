import {
  allValues,
  type FormValues,
  mergeValues,
  readBefore,
  readValues,
  readVersion,
} from "./form-values.ts";
import type { MergeAnswer } from "./merge-answer.ts";

/** What a save of one version answers. */
export type SaveOutcome =
  | { readonly ok: true; readonly version: number }
  | {
      readonly ok: false;
      readonly answer: MergeAnswer;
      /** Another person has saved a newer version. */
      readonly isStale?: boolean;
    };

export interface Editor {
  readonly form: FormData;
  /** Fields with several values, which merge by value. */
  readonly sets: ReadonlySet<string>;
  save(values: FormValues, version: number): Promise<SaveOutcome>;
  /** The stored form, to merge with. */
  read(): Promise<{ values: FormValues; version: number } | undefined>;
}

/**
 * Saves a form that names the version it was loaded with. After another person's save it merges both when no field has
 * two new values, and otherwise answers with the three values of each such field.
 */
export async function saveMerged({ form, sets, save, read }: Editor): Promise<MergeAnswer> {
  const typed = asTyped(form);
  const { values: mine, version } = typed;
  const first = await save(mine, version);
  if (first.ok) return { done: "save", version: first.version, values: mine, before: mine };
  const before = first.isStale ? readBefore(form) : undefined;
  const theirs = before && (await read());
  if (!before || !theirs) return { ...typed, ...first.answer };
  const { values, conflicts } = mergeValues(before, theirs.values, mine, sets);
  const remount = crypto.randomUUID();
  if (conflicts.length === 0) {
    const again = await save(values, theirs.version);
    if (again.ok) {
      return { done: "merge", version: again.version, values, before: values, remount };
    }
    return { ...again.answer, ...theirs, before: theirs.values, values, remount };
  }
  return {
    values,
    before: theirs.values,
    version: theirs.version,
    remount,
    conflict: conflicts.map((name) => ({
      name,
      before: shown(before, name),
      theirs: shown(theirs.values, name),
      mine: shown(mine, name),
    })),
  };
}

/** The values of a field as one text; empty rows do not count. */
function shown(values: FormValues, name: string): string {
  return allValues(values, name).filter(Boolean).join("; ");
}

/** What was typed, on the version that it was typed on: the answer to a form that stores nothing. */
export function asTyped(form: FormData): { values: FormValues; version: number } & MergeAnswer {
  const before = readBefore(form);
  return {
    values: readValues(form),
    version: readVersion(form),
    ...(before ? { before } : {}),
  };
}
