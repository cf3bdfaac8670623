import { useLocalPath } from "#app/language.ts";
import { useMerchant } from "#app/merchant.ts";
import { Link } from "#app/ui/link.tsx";
import { initialOf } from "#base/initial.ts";

/** The shop's sign: its initial on a slip torn off the book. */
export function Wordmark() {
  const to = useLocalPath();
  const { name } = useMerchant();
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
