import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";

interface NumberFieldProps {
  label: string;
  /** After the label, e.g. `mm`. */
  unit?: string;
  hint?: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** A number as it is typed. */
export function NumberField({ label, unit, hint, value, error, onChange }: NumberFieldProps) {
  return (
    <Field
      label={
        <>
          {label}
          {unit ? <span className="font-normal text-muted"> {unit}</span> : null}
        </>
      }
      hint={hint}
      error={error}
    >
      {(parts) => (
        <TextInput
          {...parts}
          inputMode="decimal"
          autoComplete="off"
          maxLength={14}
          className="figures"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
