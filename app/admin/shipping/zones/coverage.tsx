import { shippingWords, useShippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { staffWith } from "#app/admin/staff.server.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { readCoverage } from "#shop/settings/shipping/zones/coverage.server.ts";
import type { Route } from "./+types/coverage";
import { CoverageStrip } from "./coverage-strip.tsx";

/** Rows of a page. */
const pageSize = 50;

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: shippingWords(languageOf(source.location.pathname)).coverage.title,
    hidden: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  staffWith(context, "shipping.read");
  const { missing, ...coverage } = await readCoverage();
  const after = url.searchParams.get("after") ?? "";
  const rest = missing.filter(({ code }) => code > after);
  const rows = rest.slice(0, pageSize);
  return { coverage, rows, after, hasMore: rest.length > rows.length };
}

/** Kecamatan that no method reaches, or only in part, by code. */
export default function ShippingCoverage({ loaderData }: Route.ComponentProps) {
  const { coverage, rows, after, hasMore } = loaderData;
  const { coverage: words, zones } = useShippingWords();
  const to = useLocalPath();
  const here = to("/admin/Shipping/Coverage");
  return (
    <div className="@container grid gap-5">
      <Link to={to("/admin/Shipping")} className="link justify-self-start py-1">
        {zones.back}
      </Link>
      <h1 tabIndex={-1} className="text-2xl">
        {words.title}
      </h1>
      <CoverageStrip coverage={coverage} isList />
      {rows.length === 0 ? (
        <EmptyState title={words.none} />
      ) : (
        <>
          <p className="max-w-[66ch] text-muted">{words.lead}</p>
          <table className="w-full border-collapse">
            <thead className="border-b border-ink @max-xl:hidden">
              <tr className="printed text-left">
                <th className="py-2 pr-3">{words.place}</th>
                <th className="px-3 py-2">{words.region}</th>
                <th className="px-3 py-2">{words.reason}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ code, name, within, why }) => (
                <tr key={code} className="border-b border-rule @max-xl:grid @max-xl:py-2">
                  <td className="py-2 pr-3 @max-xl:p-0">
                    <b className="font-semibold">{name}</b>{" "}
                    <span className="figures text-xs text-muted">{code}</span>
                  </td>
                  <td className="px-3 py-2 @max-xl:p-0">{within}</td>
                  <td className="px-3 py-2 text-muted @max-xl:p-0">{words.why[why]}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className="flex gap-2">
            {after ? (
              <ButtonLink to={here} look="quiet">
                {words.first}
              </ButtonLink>
            ) : null}
            {hasMore ? (
              <ButtonLink to={`${here}?after=${rows.at(-1)?.code ?? ""}`} look="quiet">
                {words.next}
              </ButtonLink>
            ) : null}
          </div>
        </>
      )}
    </div>
  );
}
