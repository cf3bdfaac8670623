import { useState } from "react";
import { useEditingWords } from "#app/admin/kit/messages/editing.ts";
import { Field } from "#app/ui/field.tsx";
import { TextArea, TextInput } from "#app/ui/text-input.tsx";
import { type LocalText, languages } from "#base/language.ts";

interface LocalTextFieldProps {
  label: string;
  hint?: string | undefined;
  value: LocalText;
  onChange: (value: LocalText) => void;
  maxLength: number;
  /** The controls of a form are named `{name}.id` and `{name}.en`. */
  name?: string;
  /** Of a text area; one line without it. */
  rows?: number;
  /** By language. */
  errors?: { readonly id?: string | undefined; readonly en?: string | undefined };
}

/** A text in both languages side by side; English may be missing, Indonesian stands in. */
export function LocalTextField({
  label,
  hint,
  value,
  onChange,
  maxLength,
  name,
  rows,
  errors = {},
}: LocalTextFieldProps) {
  const words = useEditingWords();
  return (
    <div className="grid gap-1">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 md:grid-cols-2">
        {languages.map((language) => {
          const isMissing = language === "en" && value.id !== "" && value.en === "";
          const control = {
            ...(name ? { name: `${name}.${language}` } : {}),
            value: value[language],
            lang: language,
            maxLength,
            onChange: (event: { currentTarget: { value: string } }) =>
              onChange({ ...value, [language]: event.currentTarget.value }),
          };
          return (
            <Field
              key={language}
              label={
                <>
                  {label}{" "}
                  <span className="font-normal text-muted">{words.languages[language]}</span>
                </>
              }
              error={errors[language]}
              hint={
                isMissing ? (
                  <span className="flex flex-wrap gap-x-3">
                    {words.missingEn}
                    <button
                      type="button"
                      className="link"
                      onClick={() => onChange({ ...value, en: value.id })}
                    >
                      {words.copyFromId}
                    </button>
                  </span>
                ) : language === "id" ? (
                  hint
                ) : undefined
              }
            >
              {(parts) =>
                rows ? (
                  <TextArea {...parts} {...control} rows={rows} />
                ) : (
                  <TextInput {...parts} {...control} />
                )
              }
            </Field>
          );
        })}
      </div>
    </div>
  );
}

interface NamedLocalTextProps extends Omit<LocalTextFieldProps, "value" | "onChange" | "errors"> {
  name: string;
  /** What it begins with. */
  start: LocalText | undefined;
  /** What is wrong with a control of this name. */
  errorOf: (name: string) => string | undefined;
}

/** A text in both languages in a form that is sent as a whole. */
export function NamedLocalText({ start, errorOf, ...field }: NamedLocalTextProps) {
  const [value, setValue] = useState(start ?? { id: "", en: "" });
  return (
    <LocalTextField
      {...field}
      value={value}
      onChange={setValue}
      errors={{ id: errorOf(`${field.name}.id`), en: errorOf(`${field.name}.en`) }}
    />
  );
}
