import { Outlet } from "react-router";
import type { NavCategory } from "#app/ui/domain/header/header.tsx";
import { Shell } from "#app/ui/domain/shell.tsx";
import { StorefrontError } from "./storefront-error.tsx";

/** The frame of the pages that shoppers see. A page sets its own widths. */
export function StorefrontFrame({ categories }: { categories: readonly NavCategory[] }) {
  return (
    <Shell categories={categories}>
      <Outlet />
    </Shell>
  );
}

/** The same frame around an error. */
export function StorefrontErrorFrame({
  error,
  categories = [],
}: {
  error: unknown;
  categories?: readonly NavCategory[] | undefined;
}) {
  return (
    <Shell categories={categories}>
      <StorefrontError error={error} />
    </Shell>
  );
}
