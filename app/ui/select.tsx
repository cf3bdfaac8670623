import type { ComponentProps } from "react";
import { Icon } from "./icon.tsx";
import { controlClasses } from "./text-input.tsx";

/** The platform's own list: it is accessible, fast, and right on every phone. */
export function Select({ className = "", ...rest }: ComponentProps<"select">) {
  return (
    <span className={`relative inline-block ${className}`}>
      <select {...rest} className={`${controlClasses} appearance-none pr-10`} />
      <Icon
        name="chevron-down"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2"
      />
    </span>
  );
}
