import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { Icon } from "./icon.tsx";
import { controlClasses } from "./text-input.tsx";

/** The platform's own list: it is accessible, fast, and right on every phone. */
export function Select({ className = "", defaultValue, ...rest }: ComponentProps<"select">) {
  const select = useRef<HTMLSelectElement>(null);
  // Preact looks for the default among direct children only, and options may come in groups.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a default counts once
  useLayoutEffect(() => {
    if (defaultValue === undefined) return;
    for (const option of select.current?.options ?? []) {
      option.defaultSelected = option.value === String(defaultValue);
    }
  }, []);
  return (
    <span className={`relative inline-block ${className}`}>
      <select
        ref={select}
        {...(import.meta.env.SSR ? { defaultValue } : {})}
        {...rest}
        className={`${controlClasses} appearance-none pr-10`}
      />
      <Icon
        name="chevron-down"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2"
      />
    </span>
  );
}
