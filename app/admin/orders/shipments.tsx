import type { FetcherWithComponents } from "react-router";
import { useAdminWords } from "#app/admin/messages/admin.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useGoodsWords } from "#app/messages/shared/goods.ts";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { Button } from "#app/ui/button.tsx";
import { TrackingLink } from "#app/ui/domain/order/tracking-link.tsx";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { OrderDetail, Shipment } from "#shop/orders/order.ts";
import { CorrectTracking } from "./correct-tracking.tsx";
import { CourierSteps } from "./courier-steps.tsx";
import type { StaffAnswer } from "./order-action.server.ts";

const looks: Readonly<Record<Shipment["status"], readonly [Copy, IconName]>> = {
  pending: ["white", "package"],
  shipped: ["pink", "truck"],
  delivered: ["green", "package-check"],
  canceled: ["white", "ban"],
};

interface ShipmentsProps {
  order: OrderDetail;
  fetcher: FetcherWithComponents<StaffAnswer>;
  /** What the shop's courier can do besides prices. */
  courier: { readonly books: boolean; readonly tracks: boolean };
  /** Whether the reader may pack and ship. */
  mayFulfil: boolean;
}

/** Each shipment with its lines, status and next step. */
export function Shipments({ order, fetcher, courier, mayFulfil }: ShipmentsProps) {
  const { shipments: words } = useOrderWords();
  if (order.shipments.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2 className="text-lg">{words.title}</h2>
      <ul className="grid gap-3">
        {order.shipments.map((shipment) => (
          <li key={shipment.id}>
            <ShipmentCard
              order={order}
              shipment={shipment}
              fetcher={fetcher}
              courier={courier}
              mayFulfil={mayFulfil}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ShipmentCard({
  order,
  shipment,
  fetcher,
  courier,
  mayFulfil,
}: ShipmentsProps & { shipment: Shipment }) {
  const { shipments: words } = useOrderWords();
  const { order: admin } = useAdminWords();
  const pickup = usePickupWords();
  const language = useLanguage();
  const zone = useShopZone();
  const goods = useGoodsWords(order.is_pickup);
  const [copy, icon] = looks[shipment.status];
  const to = useLocalPath();
  const documents = `/admin/Orders/${order.id}/print`;
  const isGone = shipment.status === "canceled";
  return (
    <article
      className={`grid gap-3 border border-rule p-4 ${isGone ? "text-muted" : ""}`}
      aria-label={words.heading(shipment.number)}
    >
      <header className="flex flex-wrap items-center gap-3">
        <h3 className="figures font-semibold">{shipment.number}</h3>
        <Pill copy={copy} icon={order.is_pickup && icon === "truck" ? "map-pin" : icon}>
          {goods.statuses[shipment.status]}
        </Pill>
        {shipment.kind === "replacement" ? (
          <Pill copy="yellow" icon="rotate-ccw">
            {words.replacement}
          </Pill>
        ) : null}
      </header>
      {order.is_pickup ? null : (
        <p className="figures wrap-anywhere">
          {[shipment.courier, shipment.service, shipment.tracking_number]
            .filter(Boolean)
            .join(" · ")}
        </p>
      )}
      <TrackingLink shipment={shipment} />
      {order.is_pickup || isGone ? null : (
        <CourierSteps
          shipment={shipment}
          fetcher={fetcher}
          courier={{ books: courier.books && mayFulfil, tracks: courier.tracks }}
        />
      )}
      {mayFulfil && !order.is_pickup && !isGone && shipment.tracking_number ? (
        <CorrectTracking shipment={shipment} />
      ) : null}
      <ul>
        {shipment.lines.map(({ order_line_id, quantity }) => (
          <li key={order_line_id}>
            {words.pieces(
              quantity,
              order.lines.find((line) => line.id === order_line_id)?.name ?? "",
            )}
          </li>
        ))}
      </ul>
      {shipment.shipped_at ? (
        <p className="text-muted">
          {goods.begun(formatMoment(shipment.shipped_at, language, zone))}
          {shipment.delivered_at
            ? ` · ${goods.over(formatMoment(shipment.delivered_at, language, zone))}`
            : null}
        </p>
      ) : null}
      {isGone ? null : (
        <p className="no-print flex flex-wrap gap-x-5">
          <a
            className="link py-2"
            href={to(`${documents}/slip.pdf?shipment=${shipment.id}`)}
            target="_blank"
            rel="noopener"
          >
            {words.slip}
          </a>
          {order.is_pickup ? null : (
            <a
              className="link py-2"
              href={to(`${documents}/label.pdf?shipment=${shipment.id}`)}
              target="_blank"
              rel="noopener"
            >
              {words.label}
            </a>
          )}
        </p>
      )}
      {mayFulfil && (shipment.status === "pending" || shipment.status === "shipped") ? (
        <fetcher.Form method="post" className="no-print flex flex-wrap items-end gap-2">
          <input type="hidden" name="part" value={shipment.id} />
          {shipment.status === "pending" ? (
            <>
              {shipment.tracking_number || order.is_pickup ? null : (
                <TextInput
                  name="tracking_number"
                  aria-label={`${admin.trackingNumber} ${shipment.number}`}
                  placeholder={admin.trackingNumber}
                  maxLength={60}
                  autoComplete="off"
                  className="figures max-w-56"
                />
              )}
              <Button
                type="submit"
                name="intent"
                value="send"
                icon={order.is_pickup ? "package-check" : "truck"}
              >
                {order.is_pickup ? pickup.staff.ready : words.send}
              </Button>
              <Button type="submit" name="intent" value="unpack" look="quiet">
                {words.cancel}
              </Button>
            </>
          ) : (
            <Button type="submit" name="intent" value="shipment-delivered" look="quiet">
              {order.is_pickup ? pickup.staff.taken : words.delivered}
            </Button>
          )}
        </fetcher.Form>
      ) : null}
    </article>
  );
}
