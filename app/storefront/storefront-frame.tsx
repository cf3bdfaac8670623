import { Outlet } from "react-router";
import { Shell } from "#app/ui/domain/shell.tsx";
import { emptyShellData, type ShellData } from "#app/ui/domain/shell-data.ts";
import { StorefrontError } from "./storefront-error.tsx";

/** The frame of the pages that shoppers see. A page sets its own widths. */
export function StorefrontFrame({ frame }: { frame: ShellData }) {
  return (
    <Shell frame={frame}>
      <Outlet />
    </Shell>
  );
}

/** The same frame around an error. */
export function StorefrontErrorFrame({
  error,
  frame = emptyShellData,
}: {
  error: unknown;
  frame?: ShellData | undefined;
}) {
  return (
    <Shell frame={frame}>
      <StorefrontError error={error} />
    </Shell>
  );
}
