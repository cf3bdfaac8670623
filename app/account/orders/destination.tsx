import { useLanguage } from "#app/language.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { formatDays } from "#app/messages/shared/dates.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { PickupPlace } from "#app/ui/domain/order/pickup-place.tsx";
import type { OrderDetail } from "#shop/orders/order.ts";
import { promisedDays } from "#shop/orders/promised-days.ts";

/** Where an order goes and when, or where and from when it can be fetched. */
export function Destination({ order }: { order: OrderDetail }) {
  const { orders: words } = useBuyingWords();
  const pickup = usePickupWords();
  const language = useLanguage();
  const isOver = order.stage === "canceled" || order.stage === "done";
  const days = promisedDays(order, language, formatDays);
  if (order.is_pickup) {
    return (
      <>
        <h2 className="mb-2 text-lg">{pickup.title}</h2>
        <PickupPlace named={order.courier} />
        <p className="mt-2 text-sm">
          {pickup.by(order.recipient)}
          <span className="figures block">{order.phone}</span>
        </p>
        {isOver ? null : (
          <p className="mt-3 text-sm text-muted">
            {order.stage === "shipped" ? pickup.show(order.number) : pickup.expected(days)}
          </p>
        )}
      </>
    );
  }
  return (
    <>
      <h2 className="mb-2 text-lg">{order.stage === "canceled" ? words.address : words.sendTo}</h2>
      <p>
        <b>{order.recipient}</b>
        <span className="figures block text-sm">{order.phone}</span>
        {order.address_lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </p>
    </>
  );
}
