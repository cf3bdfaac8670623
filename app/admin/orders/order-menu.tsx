import type { ReactNode } from "react";
import { useDetailsMenu } from "#app/admin/kit/use-details-menu.ts";
import { Icon } from "#app/ui/icon.tsx";

interface OrderMenuProps {
  label: string;
  /** In a bar at the foot of the screen the entries stand above the button. */
  opensUp?: boolean;
  children: ReactNode;
}

/** Further actions behind one button. */
export function OrderMenu({ label, opensUp = false, children }: OrderMenuProps) {
  const menu = useDetailsMenu();
  return (
    <details ref={menu} className="sm:relative">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 border border-control bg-card px-5 font-semibold hover:border-ink">
        {label}
        <Icon name="chevron-down" className="size-4" />
      </summary>
      <div
        className={`absolute z-30 grid w-64 border border-control bg-card py-1 max-sm:max-w-full ${opensUp ? "right-0 bottom-full mb-1" : "top-full left-0 mt-1"}`}
      >
        {children}
      </div>
    </details>
  );
}

/** Of each entry, a button or a link. */
export const menuEntry =
  "flex min-h-11 w-full items-center gap-2.5 px-4 text-left hover:bg-paper hover:text-carbon";
