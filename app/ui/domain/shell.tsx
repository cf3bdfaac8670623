import type { ReactNode } from "react";
import { OfflineBanner } from "#app/ui/offline-banner.tsx";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { Footer } from "./footer.tsx";
import { Header, type NavCategory } from "./header/header.tsx";

/** Header, page and footer. */
export function Shell({
  categories,
  children,
}: {
  categories: readonly NavCategory[];
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Header categories={categories} />
      <OfflineBanner />
      <main id="content" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <Footer />
    </div>
  );
}
