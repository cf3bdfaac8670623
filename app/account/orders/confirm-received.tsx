import type { FetcherWithComponents } from "react-router";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { Button } from "#app/ui/button.tsx";
import type { OrderDetail } from "#shop/orders/order.ts";
import type { OrderAnswer } from "./order-action.server.ts";

interface ConfirmReceivedProps {
  order: OrderDetail;
  ask: FetcherWithComponents<OrderAnswer>;
}

/** Lets the buyer confirm receipt once everything has shipped. */
export function ConfirmReceived({ order, ask }: ConfirmReceivedProps) {
  const { orders: words } = useBuyingWords();
  const pickup = usePickupWords();
  if (order.stage !== "shipped" || order.fulfilment_status !== "fulfilled") return null;
  return (
    <ask.Form method="post" className="no-print mt-4 grid sm:justify-start">
      <Button type="submit" name="intent" value="received" icon="package-check">
        {order.is_pickup ? pickup.received : words.received}
      </Button>
    </ask.Form>
  );
}
