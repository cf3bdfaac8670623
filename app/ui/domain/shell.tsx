import type { ReactNode } from "react";
import { OfflineBanner } from "#app/ui/offline-banner.tsx";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header/header.tsx";
import type { ShellData } from "./shell-data.ts";

/** Header, page and footer. */
export function Shell({ frame, children }: { frame: ShellData; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Header menu={frame.menu} />
      <OfflineBanner />
      <main id="content" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <Footer columns={frame.footer} />
    </div>
  );
}
