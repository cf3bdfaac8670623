import { grouped } from "#app/admin/shipping/figures.ts";
import { useShippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { useLocalPath } from "#app/language.ts";
import { Link } from "#app/ui/link.tsx";
import type { Coverage } from "#shop/settings/shipping/zones/coverage.server.ts";

/** How many kecamatan a method reaches, in figures, with the way to those that none does. */
export function CoverageStrip({
  coverage,
  isList,
}: {
  coverage: Omit<Coverage, "missing">;
  /** On the list itself there is no way to it. */
  isList?: true;
}) {
  const { coverage: words } = useShippingWords();
  const to = useLocalPath();
  const { total, reached, partly, unreached } = coverage;
  const share = total === 0 ? 0 : Math.floor((reached / total) * 1000) / 10;
  return (
    <section
      aria-label={words.title}
      className="grid gap-x-8 gap-y-3 border border-rule p-4 @xl:grid-cols-[auto_1fr_auto] @xl:items-center"
    >
      <p>
        <b className="figures text-xl">{grouped(reached)}</b> {words.reached}{" "}
        <span className="text-muted">{words.of(grouped(total))}</span>
      </p>
      <div aria-hidden="true" className="h-2 border border-control bg-card">
        <div className="h-full bg-ink" style={{ width: `${share}%` }} />
      </div>
      {unreached + partly === 0 ? (
        <p className="text-muted">{words.all}</p>
      ) : (
        <p className="flex flex-wrap items-baseline gap-x-3">
          {unreached > 0 ? (
            <span>
              <b className="figures text-stamp">{grouped(unreached)}</b> {words.unreached}
            </span>
          ) : null}
          {partly > 0 ? (
            <span>
              <b className="figures">{grouped(partly)}</b> {words.partly}
            </span>
          ) : null}
          {isList ? null : (
            <Link to={to("/admin/Shipping/Coverage")} className="link py-1">
              {words.show}
            </Link>
          )}
        </p>
      )}
    </section>
  );
}
