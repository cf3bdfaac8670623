import { data, redirect } from "react-router";
import { currentActor } from "#app/access.server.ts";
import { networkContext } from "#app/context.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatDays, formatMoment } from "#app/messages/shared/dates.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { pageMeta } from "#app/page-meta.ts";
import { trackWords, useTrackWords } from "#app/storefront/track/messages/track.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Checkpoints } from "#app/ui/domain/order/checkpoints.tsx";
import { OrderStage, stageLooks } from "#app/ui/domain/order/order-stage.tsx";
import { PickupPlace } from "#app/ui/domain/order/pickup-place.tsx";
import { TrackingLink } from "#app/ui/domain/order/tracking-link.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { copySheets } from "#app/ui/receipt.tsx";
import { localPath } from "#base/language.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { type Checkpoint, findCheckpoints } from "#shop/orders/fulfilment/checkpoints.server.ts";
import { findTrackedOrder, type TrackedOrder } from "#shop/orders/order-link.server.ts";
import { promisedDays } from "#shop/orders/promised-days.ts";
import type { Route } from "./+types/track";
import { SupplementProgress } from "./supplement-progress.tsx";

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

/** `?pay`, from a mail that asks for payment, leads a signed-in buyer straight to where it is paid. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const order = await findTrackedOrder(params.token, context.get(networkContext));
  if (order === "too_many_requests") return data({ ...nothing, isLimited: true }, { status: 429 });
  if (!order) return data({ ...nothing, isLimited: false }, { status: 404 });
  const actor = currentActor(context);
  if (url.searchParams.has("pay") && actor.kind === "person" && (await findOrder(actor, order.id)))
    throw redirect(localPath(languageOf(url.pathname), `/dashboard/orders/${order.id}`));
  return data({ order, checkpoints: await findCheckpoints(order.shipments), isLimited: false });
}

const nothing = { order: null, checkpoints: {} };

/** An order's progress for the holder of a mail's link. Read-only. */
export default function Track({ loaderData }: Route.ComponentProps) {
  const { order, checkpoints, isLimited } = loaderData;
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
  const days = promisedDays(order, language, formatDays);
  const { copy } = stageLooks[order.stage];
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
        <p className="text-muted">{words.placed(formatMoment(order.created_at, language, zone))}</p>
      </header>
      {order.supplement_of ? (
        <SupplementProgress order={order} supplementOf={order.supplement_of} />
      ) : null}
      {isOver || order.supplement_of ? null : (
        <section className={`sheet grid gap-3 p-5 ${copySheets[copy]}`}>
          <p className="font-display text-xl font-bold md:text-2xl">
            {order.is_pickup && order.stage === "shipped"
              ? pickup.ready
              : order.is_pickup
                ? pickup.expected(days)
                : words.arrives(days)}
          </p>
          {order.stage === "awaiting_payment" ? (
            <>
              {order.expires_at ? (
                <p className="font-semibold">
                  {words.payUntil(formatMoment(order.expires_at, language, zone))}
                </p>
              ) : null}
              <p>{words.payText}</p>
              <ButtonLink to={to(`/dashboard/orders/${order.id}`)} className="justify-self-start">
                {words.pay}
              </ButtonLink>
            </>
          ) : null}
        </section>
      )}
      {order.is_pickup && !isOver && !order.supplement_of ? (
        <section className="border border-rule bg-card p-5">
          <h2 className="mb-2 text-xl">{pickup.title}</h2>
          <PickupPlace named={order.place} />
          {order.stage === "shipped" ? <p className="mt-3">{pickup.show(order.number)}</p> : null}
        </section>
      ) : null}
      {order.supplement_of ? null : (
        <section className="grid gap-4">
          <h2 className="text-xl">{order.is_pickup ? pickup.goods : words.shipments}</h2>
          {order.shipments.length === 0 ? (
            <p>{order.is_pickup ? pickup.none : words.none}</p>
          ) : null}
          {order.shipments.map((shipment) => (
            <Shipment
              key={shipment.number}
              shipment={shipment}
              checkpoints={checkpoints[shipment.id] ?? []}
              isPickup={order.is_pickup}
            />
          ))}
        </section>
      )}
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
  checkpoints,
  isPickup,
}: {
  checkpoints: readonly Checkpoint[];
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
  const edge = {
    pending: "",
    shipped: "[--edge:var(--pink)]",
    delivered: "[--edge:var(--green)]",
    canceled: "",
  }[shipment.status];
  const moment = shipment.delivered_at
    ? words.delivered(formatMoment(shipment.delivered_at, language, zone))
    : shipment.shipped_at
      ? words.shipped(formatMoment(shipment.shipped_at, language, zone))
      : null;
  return (
    <section className={`sheet sheet-top sheet-edge ${edge}`}>
      <div className="grid gap-2 px-5 pt-7 pb-4">
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
          <>
            <p className="text-sm">{words.trackingNumber}</p>
            <p className="figures text-lg font-bold break-all">{shipment.tracking_number}</p>
            <TrackingLink shipment={shipment} />
          </>
        ) : null}
        <Checkpoints all={checkpoints} />
      </div>
    </section>
  );
}
