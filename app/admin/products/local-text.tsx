import { useEditingWords } from "#app/messages/admin/editing.ts";
import { Field } from "#app/ui/field.tsx";
import { TextArea, TextInput } from "#app/ui/text-input.tsx";
import { type LocalText, languages } from "#base/language.ts";

interface LocalTextFieldProps {
  label: string;
  hint?: string | undefined;
  value: LocalText;
  onChange: (value: LocalText) => void;
  maxLength: number;
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
