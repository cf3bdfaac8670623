import { createContext, useContext } from "react";
import { useLocalPath } from "#app/language.ts";
import { useMerchant } from "#app/merchant.ts";
import { Link } from "#app/ui/link.tsx";
import { initialOf } from "#base/initial.ts";
import type { ShownLook } from "#shop/content/live-site.server.ts";

/** The logo of the look, set by the root layout. */
export const LogoContext = createContext<ShownLook["logo"]>(null);

/** The logo of the look, else the shop's name with its initial. */
export function Wordmark() {
  const to = useLocalPath();
  const { name } = useMerchant();
  const logo = useContext(LogoContext);
  if (logo) {
    const isOne = logo.light.src === logo.dark.src;
    return (
      <Link to={to("/")} className="flex min-h-11 max-w-full items-center" aria-label={name}>
        <img {...logo.light} alt="" className={`max-w-full ${isOne ? "" : "dark:hidden"}`} />
        {isOne ? null : <img {...logo.dark} alt="" className="hidden max-w-full dark:block" />}
      </Link>
    );
  }
  return (
    <Link to={to("/")} className="flex min-h-11 max-w-full items-center gap-2.5" aria-label={name}>
      <span
        aria-hidden="true"
        className="sheet sheet-bottom grid size-9 place-items-center pb-0.5 font-display text-xl font-extrabold text-on-carbon [--hole:3px] [--pitch:9px] [--sheet:var(--carbon)] before:bg-carbon"
      >
        {/* Written by the style sheet: checkers of contrast do not see the sheet behind the letter. */}
        <span data-initial={initialOf(name)} className="after:content-[attr(data-initial)]" />
      </span>
      <span
        aria-hidden="true"
        className="font-display text-xl font-extrabold tracking-tight wrap-anywhere"
      >
        {name}
      </span>
    </Link>
  );
}
