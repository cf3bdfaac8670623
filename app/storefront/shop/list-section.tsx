import type { ReactNode } from "react";
import { useLocation, useNavigation } from "react-router";

/**
 * Fades the list while it reloads with other filters. A separate component, so that navigation to a product neither
 * renders nor fades the list.
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
