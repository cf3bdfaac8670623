import type { ReactNode } from "react";
import { useDetailsMenu } from "#app/admin/use-details-menu.ts";
import { Icon } from "#app/ui/icon.tsx";

/** What an order allows besides its next step. */
export function OrderMenu({ label, children }: { label: string; children: ReactNode }) {
  const menu = useDetailsMenu();
  return (
    <details ref={menu} className="sm:relative">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 border border-control bg-card px-5 font-semibold hover:border-ink">
        {label}
        <Icon name="chevron-down" className="size-4" />
      </summary>
      <div className="absolute top-full left-0 z-30 mt-1 grid w-64 max-sm:max-w-full border border-control bg-card py-1">
        {children}
      </div>
    </details>
  );
}

/** Of each entry, a button or a link. */
export const menuEntry =
  "flex min-h-11 w-full items-center gap-2.5 px-4 text-left hover:bg-paper hover:text-carbon";
