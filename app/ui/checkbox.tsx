import type { ComponentProps, ReactNode } from "react";
import { useLanguage } from "#app/language.ts";
import { formatCount } from "#base/format-count.ts";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  /** A radio where one choice excludes the others. */
  type?: "checkbox" | "radio";
  label: ReactNode;
  /** A sample before the label, `#rrggbb`. */
  colour?: string | null;
  /** How many things it would leave; right of the label. Null: nobody counted them. */
  count?: number | null;
}

export function Checkbox({
  type = "checkbox",
  label,
  colour,
  count,
  className = "",
  ...rest
}: CheckboxProps) {
  const language = useLanguage();
  return (
    <label className={`choice ${className}`}>
      <input type={type} {...rest} className="tick" />
      {colour ? <span className="swatch" style={{ backgroundColor: colour }} /> : null}
      {label}
      {count === undefined || count === null ? null : (
        <span className="figures choice-count">{formatCount(count, language)}</span>
      )}
    </label>
  );
}
