import { type ReactNode, useId } from "react";
import { useWords } from "#app/messages/shared/ui.ts";
import { Icon } from "./icon.tsx";

export interface FieldParts {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** The problem and its solution. */
  error?: ReactNode;
  optional?: boolean;
  children: (parts: FieldParts) => ReactNode;
}

/** Label above, then the control, then a hint or what is wrong. */
export function Field({ label, hint, error, optional, children }: FieldProps) {
  const id = useId();
  const words = useWords();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
        {optional ? <span className="font-normal text-muted"> {words.optional}</span> : null}
      </label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-stamp">
          <Icon name="circle-alert" className="mt-0.5 size-4" />
          <span>{error}</span>
        </p>
      ) : null}
    </div>
  );
}
