import { data } from "react-router";
import { networkContext } from "#app/context.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatDays, formatMoment } from "#app/messages/shared/dates.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { trackWords, useTrackWords } from "#app/messages/storefront/track.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { OrderStage } from "#app/ui/domain/order-stage.tsx";
import { PickupPlace } from "#app/ui/domain/pickup-place.tsx";
import { TrackingLink } from "#app/ui/domain/tracking-link.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { findTrackedOrder, type TrackedOrder } from "#shop/orders/order-link.server.ts";
import type { Route } from "./+types/track";

export const meta: Route.MetaFunction = (source) => {
  const number = source.loaderData?.order?.number;
  const words = trackWords(languageOf(source.location.pathname));
  if (!number) return pageMeta(source, { title: words.unknown, hidden: true, uncanonical: true });
  return pageMeta(source, { title: words.title(number), hidden: true, uncanonical: true });
};

/** The address contains a secret: it must not be cached or sent to another site. */
export function headers() {
  return { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const order = await findTrackedOrder(params.token, context.get(networkContext));
  if (order === "too_many_requests") return data({ order: null, isLimited: true }, { status: 429 });
  if (!order) return data({ order: null, isLimited: false }, { status: 404 });
  return data({ order, isLimited: false });
}

/** An order's progress for the holder of a mail's link. Read-only. */
export default function Track({ loaderData: { order, isLimited } }: Route.ComponentProps) {
  const words = useTrackWords();
  const pickup = usePickupWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  if (isLimited || !order) {
    return (
      <div className="page max-w-3xl py-10">
        {isLimited ? (
          <Notice tone="warning">{words.tooMany}</Notice>
        ) : (
          <EmptyState
            level="h1"
            title={words.unknown}
            action={<ButtonLink to={to("/dashboard/orders")}>{words.toOrders}</ButtonLink>}
          >
            {words.unknownText}
          </EmptyState>
        )}
      </div>
    );
  }
  const days = formatDays(order.earliest, order.latest, language);
  const isOver = order.stage === "done" || order.stage === "canceled";
  return (
    <article className="page grid max-w-3xl gap-6 pt-8 md:pt-14">
      <header className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 tabIndex={-1} className="text-2xl md:text-3xl">
            {words.title(order.number)}
          </h1>
          <OrderStage stage={order.stage} isPickup={order.is_pickup} />
        </div>
        <p className="text-muted">
          {words.placed(formatMoment(order.created_at, language, zone))}
          {isOver || (order.is_pickup && order.stage === "shipped")
            ? null
            : ` · ${order.is_pickup ? pickup.expected(days) : words.arrives(days)}`}
        </p>
      </header>
      {order.is_pickup && !isOver ? (
        <section className="border border-rule bg-card p-5">
          <h2 className="mb-2 text-xl">{pickup.title}</h2>
          <PickupPlace named={order.place} />
          {order.stage === "shipped" ? <p className="mt-3">{pickup.show(order.number)}</p> : null}
        </section>
      ) : null}
      <section className="grid gap-4">
        <h2 className="text-xl">{order.is_pickup ? pickup.goods : words.shipments}</h2>
        {order.shipments.length === 0 ? <p>{order.is_pickup ? pickup.none : words.none}</p> : null}
        {order.shipments.map((shipment) => (
          <Shipment key={shipment.number} shipment={shipment} isPickup={order.is_pickup} />
        ))}
      </section>
      <footer className="grid gap-3 border-t border-rule pt-5">
        <p className="max-w-[60ch] text-muted">{words.lead}</p>
        <ButtonLink to={to("/dashboard/orders")} look="quiet" className="justify-self-start">
          {words.signIn}
        </ButtonLink>
      </footer>
    </article>
  );
}

function Shipment({
  shipment,
  isPickup,
}: {
  shipment: TrackedOrder["shipments"][number];
  isPickup: boolean;
}) {
  const tracked = useTrackWords();
  const pickup = usePickupWords();
  const words = isPickup
    ? {
        ...tracked,
        statuses: { ...tracked.statuses, shipped: pickup.ready, delivered: pickup.taken },
        shipped: pickup.readyAt,
        delivered: pickup.takenAt,
      }
    : tracked;
  const language = useLanguage();
  const zone = useShopZone();
  const sheet = {
    pending: "",
    shipped: "[--sheet:var(--pink)] text-pink-ink",
    delivered: "[--sheet:var(--green)] text-green-ink",
    canceled: "",
  }[shipment.status];
  const moment = shipment.delivered_at
    ? words.delivered(formatMoment(shipment.delivered_at, language, zone))
    : shipment.shipped_at
      ? words.shipped(formatMoment(shipment.shipped_at, language, zone))
      : null;
  return (
    <section className={`sheet sheet-top ${sheet}`}>
      <div className="grid gap-2 px-5 pt-5 pb-4">
        <h3 className="text-lg">
          {isPickup ? words.statuses[shipment.status] : `${shipment.courier} ${shipment.service}`}
        </h3>
        <p className="text-sm">
          <span className="figures">{shipment.number}</span>
          {shipment.kind === "replacement" ? ` · ${words.replacement}` : null}
          {isPickup ? null : ` · ${words.statuses[shipment.status]}`}
        </p>
        <ul className="text-sm">
          {shipment.lines.map(({ name, quantity }) => (
            <li key={name}>
              {quantity} × {name}
            </li>
          ))}
        </ul>
        {moment ? <p className="text-sm">{moment}</p> : null}
        {shipment.tracking_number && shipment.status !== "pending" ? (
          <p>
            <span className="text-sm">{words.trackingNumber}</span>
            <span className="figures block text-lg font-bold break-all">
              {shipment.tracking_number}
            </span>
            <TrackingLink shipment={shipment} />
          </p>
        ) : null}
      </div>
    </section>
  );
}
