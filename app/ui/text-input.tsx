import type { ComponentProps } from "react";

/** Of every control that is typed into or chosen from. */
export const controlClasses = "entry";

export function TextInput({ className = "", ...rest }: ComponentProps<"input">) {
  return <input type="text" {...rest} className={`${controlClasses} ${className}`} />;
}

export function TextArea({ className = "", ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={4} {...rest} className={`${controlClasses} ${className}`} />;
}
