import { Suspense, useEffect, useState } from "react";
import { afterPress } from "#app/browser/focus/press.ts";
import { lazyPart } from "#app/browser/lazy-part.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { Icon } from "./icon.tsx";

// Comes when somebody asks for more than can be had.
const QuantityLimit = lazyPart(() => import("./domain/quantity-limit.tsx"));

interface StepperProps {
  value: number;
  onChange: (value: number) => void;
  max?: number;
  /** The accessible label of the count. */
  label: string;
  name?: string;
}

/**
 * A quantity to step through or to type. A half-typed figure counts only once it is finished; one above the maximum becomes
 * the maximum and says so, beside it in a row that wraps.
 */
export function Stepper({ value, onChange, max = 99, label, name }: StepperProps) {
  const words = useWords();
  const [typed, setTyped] = useState(String(value));
  const [isOver, setIsOver] = useState(false);
  useEffect(() => setTyped(String(value)), [value]);

  const choose = (quantity: number) => {
    const whole = Math.min(Math.max(Math.trunc(quantity) || 1, 1), max);
    setTyped(String(whole));
    // Its line would move the button that is being pressed.
    afterPress(() => setIsOver(quantity > max));
    if (whole !== value) onChange(whole);
  };
  const step =
    "grid size-11 place-items-center hover:text-carbon disabled:opacity-35 disabled:cursor-not-allowed";

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in one line everywhere */}
      <div
        role="group"
        aria-label={label}
        className="inline-flex max-w-full border border-control bg-card"
      >
        <button
          type="button"
          className={step}
          aria-label={words.stepper.less}
          disabled={value <= 1}
          onClick={() => choose(value - 1)}
        >
          <Icon name="minus" className="size-4" />
        </button>
        <input
          name={name}
          className="figures w-12 min-w-8 border-x border-rule bg-transparent text-center"
          aria-label={label}
          inputMode="numeric"
          enterKeyHint="done"
          autoComplete="off"
          maxLength={5}
          value={typed}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, ""))}
          onFocus={(event) => event.target.select()}
          onBlur={() => choose(Number(typed))}
          onKeyDown={(event) => {
            if (event.key === "Enter") {
              event.preventDefault();
              choose(Number(typed));
            }
            if (event.key === "ArrowUp") choose(value + 1);
            if (event.key === "ArrowDown") choose(value - 1);
          }}
        />
        <button
          type="button"
          className={step}
          aria-label={words.stepper.more}
          disabled={value >= max}
          onClick={() => choose(value + 1)}
        >
          <Icon name="plus" className="size-4" />
        </button>
      </div>
      {isOver ? (
        <Suspense>
          <QuantityLimit max={max} />
        </Suspense>
      ) : null}
    </>
  );
}
