import { Form } from "react-router";
import { useProblemText } from "#app/admin/shipping/fields.tsx";
import { useMayEdit } from "#app/admin/shipping/may-edit.ts";
import { shippingWords, useShippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { moveFromForm } from "#app/admin/shipping/move-action.server.ts";
import { MoveButtons } from "#app/admin/shipping/move-buttons.tsx";
import { ShippingPage } from "#app/admin/shipping/shipping-page.tsx";
import { staffWith } from "#app/admin/staff.server.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Pill } from "#app/ui/pill.tsx";
import { readCoverage } from "#shop/settings/shipping/zones/coverage.server.ts";
import { listZones, type ZoneRow } from "#shop/settings/shipping/zones/zones.server.ts";
import type { Route } from "./+types/zones";
import { CoverageStrip } from "./coverage-strip.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: shippingWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  staffWith(context, "shipping.read");
  const [zones, { missing: _, ...coverage }] = await Promise.all([listZones(), readCoverage()]);
  return { zones, coverage, isStarted: url.searchParams.has("started") };
}

export function action({ request, context }: Route.ActionArgs) {
  return moveFromForm(staffWith(context, "shipping.edit"), "shipping_zones", request);
}

/** Zones in their order with what they hold, below what the shop reaches. */
export default function ShippingZones({ loaderData, actionData }: Route.ComponentProps) {
  const { zones, coverage, isStarted } = loaderData;
  const words = useShippingWords();
  const to = useLocalPath();
  const textOf = useProblemText();
  const mayEdit = useMayEdit();
  if (zones.length === 0) {
    return (
      <ShippingPage tab="zones">
        <EmptyState
          title={words.start.emptyTitle}
          action={
            mayEdit ? (
              <ButtonLink to={to("/admin/Shipping/Start")}>{words.start.action}</ButtonLink>
            ) : null
          }
        >
          {words.start.emptyText}
        </EmptyState>
      </ShippingPage>
    );
  }
  return (
    <ShippingPage
      tab="zones"
      action={
        mayEdit ? (
          <ButtonLink to={to("/admin/Shipping/Zones/new")} look="quiet" icon="plus">
            {words.zones.add}
          </ButtonLink>
        ) : null
      }
    >
      {isStarted ? <Notice tone="success">{words.start.done}</Notice> : null}
      {actionData?.problem ? <Notice tone="error">{textOf(actionData.problem)}</Notice> : null}
      <CoverageStrip coverage={coverage} />
      <Form method="post" className="@container">
        <table className="w-full border-collapse @max-4xl:block">
          <thead className="border-b border-ink @max-4xl:hidden">
            <tr className="printed text-left">
              <th className="w-24 py-2">{words.order}</th>
              <th className="px-3 py-2">{words.zones.title}</th>
              <th className="px-3 py-2">{words.zones.contents}</th>
              <th className="px-3 py-2">{words.zones.switches}</th>
              <th className="px-3 py-2 text-right">{words.zones.methods}</th>
            </tr>
          </thead>
          <tbody className="@max-4xl:block">
            {zones.map((zone, index) => (
              <ZoneLine key={zone.id} zone={zone} place={index} count={zones.length} />
            ))}
          </tbody>
        </table>
      </Form>
    </ShippingPage>
  );
}

function ZoneLine({ zone, place, count }: { zone: ZoneRow; place: number; count: number }) {
  const words = useShippingWords();
  const language = useLanguage();
  const to = useLocalPath();
  const name = zone.name[language];
  const contents = [
    zone.is_rest ? words.zones.rest : "",
    ...zone.regions.map((regions, level) =>
      regions > 0 ? (words.zones.levels[level]?.(regions) ?? "") : "",
    ),
    zone.postcodes > 0 ? words.zones.postcodes(zone.postcodes) : "",
  ].filter(Boolean);
  return (
    <tr className="relative border-b border-rule hover:bg-paper @max-4xl:grid @max-4xl:grid-cols-[minmax(0,1fr)_auto] @max-4xl:gap-x-3 @max-4xl:py-2">
      <td className="py-1 @max-4xl:order-2 @max-4xl:row-span-2 @max-4xl:self-center">
        {/* Above the link that covers the row. */}
        <span className="relative z-10 inline-flex">
          <MoveButtons name={name} id={zone.id} place={place} count={count} />
        </span>
      </td>
      <td className="px-3 py-2 @max-4xl:order-1 @max-4xl:p-0">
        <Link
          to={to(`/admin/Shipping/Zones/${zone.id}`)}
          className="font-semibold text-carbon after:absolute after:inset-0"
        >
          {name}
        </Link>
      </td>
      <td className="px-3 py-2 text-muted @max-4xl:order-3 @max-4xl:p-0">
        {contents.length > 0 ? contents.join(" · ") : words.zones.nothing}
      </td>
      <td className="px-3 py-2 @max-4xl:order-4 @max-4xl:col-span-2 @max-4xl:px-0 @max-4xl:py-1">
        <span className="inline-flex flex-wrap items-center gap-2">
          {zone.serviceable ? null : (
            <Pill copy="stamp" icon="ban">
              {words.zones.unserviceable}
            </Pill>
          )}
          {zone.serviceable && zone.methods === 0 ? (
            <Pill copy="yellow" icon="triangle-alert">
              {words.zones.noMethods}
            </Pill>
          ) : null}
          {zone.cash_on_delivery ? <span className="text-muted">{words.zones.codYes}</span> : null}
          <span className="text-muted @4xl:hidden">
            <span className="figures">{zone.methods}</span> {words.zones.methods.toLowerCase()}
          </span>
        </span>
      </td>
      <td className="figures px-3 py-2 text-right @max-4xl:hidden">{zone.methods}</td>
    </tr>
  );
}
