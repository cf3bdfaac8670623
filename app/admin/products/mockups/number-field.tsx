import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";

interface NumberFieldProps {
  label: string;
  /** Absent: the form sends it another way. */
  name?: string;
  min: number;
  max: number;
  value: string;
  onChange: (value: string) => void;
}

export function NumberField({ label, onChange, ...rest }: NumberFieldProps) {
  return (
    <Field label={label}>
      {(parts) => (
        <TextInput
          {...parts}
          {...rest}
          type="number"
          inputMode="decimal"
          step={0.1}
          required
          onChange={({ target }) => onChange(target.value)}
          className="figures"
        />
      )}
    </Field>
  );
}
