import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";

interface ChoiceFieldProps<Name extends string> {
  label: string;
  hint?: string;
  value: Name;
  options: readonly (readonly [name: Name, label: string])[];
  error?: string | undefined;
  onChange: (value: Name) => void;
}

/** One of a few named values. */
export function ChoiceField<Name extends string>({
  label,
  hint,
  value,
  options,
  error,
  onChange,
}: ChoiceFieldProps<Name>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(parts) => (
        <Select
          {...parts}
          className="w-full"
          value={value}
          onChange={(event) => {
            const found = options.find(([name]) => name === event.currentTarget.value);
            if (found) onChange(found[0]);
          }}
        >
          {options.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
