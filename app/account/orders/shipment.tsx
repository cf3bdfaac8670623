import { useState } from "react";
import type { FetcherWithComponents } from "react-router";
import type { OrderAnswer } from "#app/account/order-action.server.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useGoodsWords } from "#app/messages/shared/goods.ts";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkpoints } from "#app/ui/domain/order/checkpoints.tsx";
import { TrackingLink } from "#app/ui/domain/order/tracking-link.tsx";
import type { Checkpoint } from "#shop/orders/fulfilment/checkpoints.server.ts";
import type { OrderDetail, Shipment } from "#shop/orders/order.ts";
import { receivable } from "./receivable.ts";

const edges: Readonly<Record<Shipment["status"], string>> = {
  pending: "",
  shipped: "[--edge:var(--pink)]",
  delivered: "[--edge:var(--green)]",
  canceled: "",
};

interface ShipmentProps {
  order: OrderDetail;
  shipment: Shipment;
  /** The courier's word on where it is. */
  checkpoints: readonly Checkpoint[];
  ask: FetcherWithComponents<OrderAnswer>;
}

/** A shipment: its lines, status and tracking number. */
export function ShipmentCard({ order, shipment, checkpoints, ask }: ShipmentProps) {
  const { orders: words } = useBuyingWords();
  const { shipments } = useOrderWords();
  const pickup = usePickupWords();
  const language = useLanguage();
  const zone = useShopZone();
  const [isCopied, setIsCopied] = useState(false);
  const number = shipment.tracking_number;
  const isPartOfMore = order.shipments.length > 1 || order.fulfilment_status === "partial";
  const goods = useGoodsWords(order.is_pickup);
  const status = goods.statuses[shipment.status];
  const copy = () =>
    navigator.clipboard.writeText(number ?? "").then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  return (
    <section className={`sheet sheet-top sheet-edge ${edges[shipment.status]}`}>
      <div className="grid gap-2 px-5 pt-7 pb-4">
        <h2 className="text-lg">
          {order.is_pickup ? status : `${shipment.courier} ${shipment.service}`}
        </h2>
        <p className="text-sm">
          <span className="figures">{shipment.number}</span>
          {shipment.kind === "replacement" ? ` · ${shipments.replacement}` : null}
          {order.is_pickup || shipment.delivered_at ? null : ` · ${status}`}
        </p>
        {isPartOfMore ? (
          <ul className="text-sm">
            {shipment.lines.map(({ order_line_id, quantity }) => (
              <li key={order_line_id}>
                {shipments.pieces(
                  quantity,
                  order.lines.find((line) => line.id === order_line_id)?.name ?? "",
                )}
              </li>
            ))}
          </ul>
        ) : null}
        {shipment.shipped_at ? (
          <p className="text-sm">
            {shipment.delivered_at
              ? goods.over(formatMoment(shipment.delivered_at, language, zone))
              : goods.begun(formatMoment(shipment.shipped_at, language, zone))}
          </p>
        ) : null}
        {number && shipment.status !== "pending" ? (
          <>
            <p className="text-sm">{words.trackingNumber}</p>
            <p className="figures text-lg font-bold break-all">{number}</p>
            <Button
              look="quiet"
              icon="copy"
              className="no-print justify-self-start"
              onClick={() => void copy()}
            >
              {isCopied ? words.copied : words.copy}
            </Button>
            <TrackingLink shipment={shipment} />
            <Checkpoints all={checkpoints} />
          </>
        ) : null}
        {shipment.status === "shipped" && receivable(order) === "shipments" ? (
          <ask.Form method="post" className="no-print">
            <input type="hidden" name="part" value={shipment.id} />
            <Button
              wide
              type="submit"
              look="quiet"
              name="intent"
              value="shipment-received"
              icon="package-check"
            >
              {order.is_pickup ? pickup.receivedPart : shipments.received}
            </Button>
          </ask.Form>
        ) : null}
      </div>
    </section>
  );
}
