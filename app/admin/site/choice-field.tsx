import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import type { BodyFieldsProps, NamedChoice } from "./body-values.ts";

interface ChoiceFieldProps extends Pick<BodyFieldsProps, "values" | "errorOf"> {
  name: string;
  label: string | undefined;
  /** The option that chooses nothing. */
  none: string;
  choices: readonly NamedChoice[];
}

/** A category or a collection by its id. */
export function ChoiceField({ name, label, none, choices, values, errorOf }: ChoiceFieldProps) {
  return (
    <Field label={label ?? ""} error={errorOf(name)}>
      {(parts) => (
        <Select {...parts} name={name} defaultValue={values[name] ?? ""}>
          <option value="">{none}</option>
          {choices.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
