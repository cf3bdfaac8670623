import { type FocusEvent, type FormEvent, useState } from "react";
import { afterPress } from "#app/browser/focus/press.ts";

type Problems = Readonly<Record<string, string>>;
/** For each field's name what is wrong with a value: a code of the form's messages, or null. */
export type FieldChecks = Readonly<Record<string, (value: string) => string | null>>;

/**
 * The problems of a form's fields: those the server found, until the field is changed; and those found when a field is
 * left. A field that was never typed into is not reproached for being empty.
 * @param answered what the server found, a new object for each answer
 */
export function useFieldProblems(answered: Problems | undefined, checks: FieldChecks) {
  const [own, setOwn] = useState<{
    readonly since: Problems | undefined;
    readonly codes: Readonly<Record<string, string | null>>;
  }>({ since: answered, codes: {} });
  const codes = own.since === answered ? own.codes : {};
  const note = (name: string, code: string | null) =>
    setOwn(({ since, codes: before }) => ({
      since: answered,
      codes: { ...(since === answered ? before : {}), [name]: code },
    }));
  return {
    codeOf: (field: string): string | undefined =>
      (field in codes ? codes[field] : answered?.[field]) ?? undefined,
    /** Checks a value that the form filled in. */
    check: (field: string, value: string) => note(field, checks[field]?.(value) ?? null),
    /** For the form element. */
    handlers: {
      onInput: ({ target }: FormEvent) => {
        const { name } = target as HTMLInputElement;
        if (name) note(name, null);
      },
      onBlur: ({ target, relatedTarget }: FocusEvent) => {
        const { name = "", value } = target as unknown as HTMLInputElement;
        const check = checks[name];
        // The button checks everything.
        if (!check || relatedTarget instanceof HTMLButtonElement) return;
        // A new line of text would move what is being pressed away from the pointer.
        if (value || name in codes) afterPress(() => note(name, check(value)));
      },
    },
  };
}
