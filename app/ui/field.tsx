import { type ReactNode, useEffect, useId, useRef, useState } from "react";
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

/** Label above, then the control, then a hint or what is wrong, until it is typed into. */
export function Field({ label, hint, error: found, optional, children }: FieldProps) {
  const id = useId();
  const [error, box, onInput] = useUnmended(found);
  const words = useWords();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div ref={box} className="grid gap-1.5" onInput={onInput}>
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

/** An error that was typed at is gone: until it is another one, or a button is pressed again. */
function useUnmended(found: ReactNode) {
  const box = useRef<HTMLDivElement>(null);
  const [mended, setMended] = useState<ReactNode>(null);
  if (!found && mended) setMended(null);
  useEffect(() => {
    if (!mended) return;
    const again = ({ type, target }: Event) => {
      const button = (target as Element).closest("button");
      if (type === "submit" || (button && !box.current?.contains(button))) setMended(null);
    };
    addEventListener("submit", again, true);
    addEventListener("click", again, true);
    return () => {
      removeEventListener("submit", again, true);
      removeEventListener("click", again, true);
    };
  }, [mended]);
  return [found === mended ? undefined : found, box, () => setMended(found)] as const;
}
