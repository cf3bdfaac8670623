import type { ComponentProps } from "react";
import type { designerIconPaths } from "./icon-paths.ts";
import { ToolIcon } from "./tool-icon.tsx";

interface ToolButtonProps extends ComponentProps<"button"> {
  icon: keyof typeof designerIconPaths;
  label: string;
}

/** A button with an icon that only the designer has. */
export function ToolButton({ icon, label, className = "size-11", ...rest }: ToolButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={`grid shrink-0 place-items-center hover:text-carbon disabled:opacity-40 ${className}`}
    >
      <ToolIcon name={icon} />
    </button>
  );
}
