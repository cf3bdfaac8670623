import { designerIconPaths } from "./icon-paths.ts";

/** An icon that only the designer has. */
export function ToolIcon({
  name,
  className = "size-5",
}: {
  name: keyof typeof designerIconPaths;
  className?: string;
}) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={`icon ${className}`}>
      <path d={designerIconPaths[name]} />
    </svg>
  );
}
