import { useMayEdit } from "#app/admin/shipping/may-edit.ts";
import { shippingWords, useShippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { ShippingPage } from "#app/admin/shipping/shipping-page.tsx";
import { staffWith } from "#app/admin/staff.server.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { listMethods, type MethodRow } from "#shop/settings/shipping/methods.server.ts";
import { listRates, type Rate } from "#shop/settings/shipping/rates/rate-table.server.ts";
import { listZones, type ZoneRow } from "#shop/settings/shipping/zones/zones.server.ts";
import type { Route } from "./+types/rates";
import { RateSummary } from "./rate-summary.tsx";
import { answerRates } from "./rates-action.server.ts";
import { RatesBulk } from "./rates-bulk.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: shippingWords(languageOf(source.location.pathname)).rates.title,
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  staffWith(context, "shipping.read");
  const [zones, methods, rates] = await Promise.all([listZones(), listMethods(), listRates()]);
  return { zones, methods, rates };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = staffWith(context, "shipping.edit");
  return answerRates(actor, await readForm(request));
}

/** The price of every method in every zone, as a table; on a phone a list per method. */
export default function ShippingRates({ loaderData, actionData }: Route.ComponentProps) {
  const { zones, methods, rates } = loaderData;
  const words = useShippingWords();
  const to = useLocalPath();
  const mayEdit = useMayEdit();
  if (zones.length === 0 || methods.length === 0) {
    return (
      <ShippingPage tab="rates">
        <EmptyState
          title={words.rates.needsBoth}
          action={
            zones.length === 0 ? (
              <ButtonLink to={to("/admin/Shipping")}>{words.rates.toZones}</ButtonLink>
            ) : (
              <ButtonLink to={to("/admin/Shipping/Methods")}>{words.rates.toMethods}</ButtonLink>
            )
          }
        >
          {words.rates.needsBothText}
        </EmptyState>
      </ShippingPage>
    );
  }
  return (
    <ShippingPage tab="rates">
      <p className="text-muted">{words.rates.lead}</p>
      <RateTable zones={zones} methods={methods} rates={rates} />
      {mayEdit ? <RatesBulk zones={zones} methods={methods} answer={actionData} /> : null}
    </ShippingPage>
  );
}

function RateTable({
  zones,
  methods,
  rates,
}: {
  zones: readonly ZoneRow[];
  methods: readonly MethodRow[];
  rates: readonly Rate[];
}) {
  const { rates: words } = useShippingWords();
  const language = useLanguage();
  const to = useLocalPath();
  const found = new Map(rates.map((rate) => [`${rate.method_id} ${rate.zone_id}`, rate]));
  return (
    <div className="@container">
      <div className="relative @4xl:overflow-x-auto">
        <table className="w-full border-collapse @max-4xl:grid @max-4xl:gap-4">
          <thead className="border-b border-ink @max-4xl:hidden">
            <tr className="printed text-left">
              <td />
              {zones.map((zone) => (
                <th key={zone.id} scope="col" className="min-w-44 border-l border-rule px-3 py-2">
                  {zone.name[language]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="@max-4xl:contents">
            {methods.map((method) => (
              <tr
                key={method.id}
                className="border-b border-rule align-top @max-4xl:grid @max-4xl:border-t @max-4xl:border-t-ink"
              >
                <th scope="row" className="py-2.5 pr-3 text-left font-semibold @4xl:min-w-36">
                  {method.name[language]}
                  <span className="block font-normal text-muted">
                    {[method.courier, method.service].filter(Boolean).join(" ")}
                  </span>
                </th>
                {zones.map((zone) => (
                  <td
                    key={zone.id}
                    className="relative border-rule px-3 py-2.5 hover:bg-paper @max-4xl:grid @max-4xl:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] @max-4xl:gap-3 @max-4xl:border-t @max-4xl:px-0 @4xl:border-l"
                  >
                    <span className="text-muted @4xl:hidden" aria-hidden="true">
                      {zone.name[language]}
                    </span>
                    <Link
                      to={to(`/admin/Shipping/Rates/${method.id}/${zone.id}`)}
                      className="after:absolute after:inset-0"
                    >
                      <span className="sr-only">
                        {words.set(method.name[language], zone.name[language])}:{" "}
                      </span>
                      <RateSummary
                        rate={found.get(`${method.id} ${zone.id}`)}
                        isLive={method.source === "live"}
                      />
                    </Link>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
