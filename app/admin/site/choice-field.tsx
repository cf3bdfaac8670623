import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import type { BodyFieldsProps, NamedChoice } from "./body-values.ts";

interface ChoiceFieldProps extends Pick<BodyFieldsProps, "values" | "errorOf"> {
  name: string;
  label: string | undefined;
  /** The text of the empty option. */
  none: string;
  choices: readonly NamedChoice[];
}

/** A choice between categories or collections. Its value is an id. */
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
