import { type RefObject, useLayoutEffect, useRef } from "react";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";

export const codeLength = 6;

interface CodeFieldProps {
  label: string;
  hint?: string;
  error: string | undefined;
  value: string;
  onChange: (digits: string) => void;
  /** The last digit has come. */
  onComplete?: (digits: string) => void;
  input?: RefObject<HTMLInputElement | null>;
}

/** Six digits: typed, pasted, or filled in by the phone. It takes the focus. */
export function CodeField({
  label,
  hint,
  error,
  value,
  onChange,
  onComplete,
  input,
}: CodeFieldProps) {
  const own = useRef<HTMLInputElement>(null);
  const ref = input ?? own;
  // Before the next paint, so that the first typed characters go into the field.
  useLayoutEffect(() => ref.current?.focus(), [ref]);
  return (
    <Field label={label} hint={hint} error={error}>
      {(parts) => (
        <TextInput
          {...parts}
          ref={ref}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          value={value}
          onChange={(event) => {
            const digits = event.target.value.replace(/\D/g, "").slice(0, codeLength);
            onChange(digits);
            if (digits.length === codeLength && digits !== value) onComplete?.(digits);
          }}
          className="figures text-center text-2xl tracking-[0.4em]"
        />
      )}
    </Field>
  );
}
