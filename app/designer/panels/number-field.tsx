import { useEffect, useId, useState } from "react";
import { useLanguage } from "#app/language.ts";
import { formatNumber, readNumber } from "../numbers.ts";

interface NumberFieldProps {
  label: string;
  unit: string;
  value: number;
  min: number;
  max: number;
  /** What the arrow keys add; Shift adds ten times as much. */
  step?: number;
  onChange: (value: number) => void;
}

/** A number to type or to step through with the arrow keys; a half-typed one counts when it is finished. */
export function NumberField({
  label,
  unit,
  value,
  min,
  max,
  step = 1,
  onChange,
}: NumberFieldProps) {
  const language = useLanguage();
  const id = useId();
  const shown = formatNumber(value, language);
  const [typed, setTyped] = useState(shown);
  useEffect(() => setTyped(shown), [shown]);

  const commit = (next: number) => {
    const limited = Math.round(Math.min(max, Math.max(min, next)) * 1000) / 1000;
    setTyped(formatNumber(limited, language));
    if (limited !== value) onChange(limited);
  };
  const finish = () => {
    if (typed === shown) return;
    const number = readNumber(typed);
    if (number === null) setTyped(shown);
    else commit(number);
  };
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-xs text-muted">
        {label}
      </label>
      <span className="flex min-h-11 items-center border border-control bg-card focus-within:border-ink">
        <input
          id={id}
          className="figures w-full min-w-0 bg-transparent px-3 py-2 text-base outline-none"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onFocus={({ target }) => target.select()}
          onBlur={finish}
          onKeyDown={(event) => {
            const times = event.shiftKey ? 10 : 1;
            if (event.key === "Enter") finish();
            else if (event.key === "ArrowUp") commit(value + step * times);
            else if (event.key === "ArrowDown") commit(value - step * times);
            else return;
            event.preventDefault();
          }}
        />
        <span aria-hidden="true" className="pr-3 text-xs text-muted">
          {unit}
        </span>
      </span>
    </div>
  );
}
