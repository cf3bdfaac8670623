import type { ComponentProps } from "react";

/** Of every control that is typed into or chosen from. */
export const controlClasses =
  "min-h-11 w-full border border-control bg-card px-3 py-2 text-base text-ink placeholder:text-muted aria-invalid:border-2 aria-invalid:border-stamp disabled:opacity-60";

export function TextInput({ className = "", ...rest }: ComponentProps<"input">) {
  return <input type="text" {...rest} className={`${controlClasses} ${className}`} />;
}

export function TextArea({ className = "", ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={4} {...rest} className={`${controlClasses} ${className}`} />;
}
