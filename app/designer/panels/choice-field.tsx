import { type ReactNode, useId } from "react";

interface ChoiceFieldProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly {
    readonly value: Value;
    readonly label: string;
    readonly picture?: ReactNode;
  }[];
  onChange: (value: Value) => void;
}

/** One of a few, side by side; a picture stands for its label. */
export function ChoiceField<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: ChoiceFieldProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-xs text-muted">{label}</legend>
      <div className="flex flex-wrap border border-control bg-card">
        {choices.map((choice) => (
          <label
            key={choice.value}
            title={choice.label}
            className="relative grid min-h-11 min-w-11 grow place-items-center px-2 text-sm has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-carbon md:min-h-9"
          >
            <input
              type="radio"
              name={name}
              aria-label={choice.label}
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span aria-hidden="true" className="pointer-events-none">
              {choice.picture ?? choice.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
