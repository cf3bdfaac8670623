import { createContext, useContext, useState } from "react";
import { useLocation } from "react-router";
import { dismissBanner } from "#app/browser/dismissed-banner.ts";
import { useLocalPath } from "#app/language.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { Icon } from "#app/ui/icon.tsx";
import { SiteLink } from "#app/ui/site-link.tsx";
import { plainPath } from "#base/language.ts";
import type { ShownBanner } from "#shop/content/live-site.server.ts";

/** The announcement, set by the root layout from the server's data. */
export const BannerContext = createContext<ShownBanner | null>(null);

const tones = { ink: "bg-ink text-card", accent: "bg-carbon text-on-carbon" } as const;

/** Whether a path is of the account or of a pay link. */
const isPaidOn = (path: string) => /^\/(dashboard|pay)(\/|$)/i.test(path);

/**
 * The announcement of the shop above the header. Pages on which a buyer pays leave it out: on a phone the amount and the
 * number that a payer types at the bank are within the first screen.
 */
export function Banner() {
  const banner = useContext(BannerContext);
  const words = useWords();
  const to = useLocalPath();
  const [isHidden, setIsHidden] = useState(false);
  const { pathname } = useLocation();
  if (!banner || isHidden || isPaidOn(plainPath(pathname))) return null;
  const { text, link, tone, version, dismissible } = banner;
  return (
    <div data-banner={dismissible ? version : undefined} className={tones[tone]}>
      <div className="page flex items-center gap-3 text-sm">
        <p className="min-w-0 grow py-2 wrap-anywhere">
          {link ? (
            <SiteLink
              to={link.startsWith("/") ? to(plainPath(link)) : link}
              className="underline underline-offset-4"
            >
              {text}
            </SiteLink>
          ) : (
            text
          )}
        </p>
        {dismissible ? (
          <button
            type="button"
            aria-label={words.dismissBanner}
            className="-mr-2 grid size-11 shrink-0 place-items-center not-in-[[data-alive]]:hidden"
            onClick={() => {
              dismissBanner(version);
              setIsHidden(true);
            }}
          >
            <Icon name="x" className="size-4" />
          </button>
        ) : null}
      </div>
    </div>
  );
}
