import { iconPaths } from "./icon-paths.ts";

export type IconName = keyof typeof iconPaths;

/** Decoration only: the text beside it, or its button's label, has the meaning. */
export function Icon({ name, className = "size-5" }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={`icon ${className}`}>
      <path d={iconPaths[name]} />
    </svg>
  );
}
