import { useEditingWords } from "#app/admin/kit/messages/editing.ts";
import { useSettingsWords } from "#app/admin/settings/messages/settings.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { type LocalText, languages } from "#base/language.ts";
import { formatPhone } from "#shop/kernel/phone.ts";
import type { SettingField, SettingValue } from "#shop/settings/merchant/settings.ts";

interface SettingInputProps {
  field: SettingField;
  value: SettingValue;
  error: string | undefined;
}

/** The control of one setting. */
export function SettingInput({ field, value, error }: SettingInputProps) {
  const words = useSettingsWords();
  const editing = useEditingWords();
  const label = words.fields[field.name] ?? field.name;
  const hint = words.hints[field.name];
  if (field.kind === "flag") {
    return (
      <div className="grid">
        <Checkbox name={field.name} label={label} defaultChecked={value === true} />
        {hint ? <p className="text-muted">{hint}</p> : null}
      </div>
    );
  }
  if (field.kind === "both") {
    return (
      <div className="grid items-start gap-3 md:grid-cols-2">
        {languages.map((language) => (
          <Field
            key={language}
            label={`${label} (${editing.languages[language]})`}
            error={error}
            optional
          >
            {(parts) => (
              <TextInput
                {...parts}
                name={`${field.name}.${language}`}
                lang={language}
                maxLength={field.max}
                defaultValue={(value as LocalText | null)?.[language] ?? ""}
              />
            )}
          </Field>
        ))}
      </div>
    );
  }
  if (field.kind === "choice") {
    return (
      <Field label={label} hint={hint} error={error}>
        {(parts) => (
          <Select
            {...parts}
            name={field.name}
            defaultValue={String(value)}
            className="w-full sm:w-80"
          >
            {field.values.map((choice) => (
              <option key={choice} value={choice}>
                {words.choices[choice] ?? choice}
              </option>
            ))}
          </Select>
        )}
      </Field>
    );
  }
  const isNumber = field.kind === "whole" || field.kind === "rupiah";
  return (
    <Field label={label} hint={hint} error={error} optional={!isNumber && !("required" in field)}>
      {(parts) => (
        <TextInput
          {...parts}
          name={field.name}
          inputMode={isNumber ? "numeric" : field.kind === "phone" ? "tel" : undefined}
          type={field.kind === "email" ? "email" : "text"}
          maxLength={field.kind === "line" ? field.max : 254}
          className={isNumber ? "figures sm:w-48" : ""}
          defaultValue={
            field.kind === "phone" && typeof value === "string" && value !== ""
              ? formatPhone(value)
              : value === null
                ? ""
                : String(value)
          }
        />
      )}
    </Field>
  );
}

/** A setting as a line of text. */
export function shownSetting(
  value: SettingValue | undefined,
  choices: Readonly<Record<string, string>>,
): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "object") return `${value.id}\n${value.en}`.trim();
  if (typeof value === "boolean") return value ? "✓" : "–";
  return choices[String(value)] ?? String(value);
}
