import type { ReactNode } from "react";
import { useLocation, useNavigation } from "react-router";

/**
 * Pale while the same list is asked for otherwise. By itself, so that a press on a product neither renders the list
 * again nor paints it pale before the product's page comes.
 */
export function ListSection({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const busy = useNavigation().location?.pathname === pathname;
  return (
    <section aria-busy={busy} className={busy ? "opacity-60 transition-opacity delay-200" : ""}>
      {children}
    </section>
  );
}
