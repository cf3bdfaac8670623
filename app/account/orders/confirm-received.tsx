import { useState } from "react";
import type { FetcherWithComponents } from "react-router";
import type { OrderAnswer } from "#app/account/order-action.server.ts";
import { useLocalPath } from "#app/language.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/domain/confirm-dialog.tsx";
import { Link } from "#app/ui/link.tsx";
import type { OrderDetail } from "#shop/orders/order.ts";
import { receivable } from "./receivable.ts";

interface ConfirmReceivedProps {
  order: OrderDetail;
  ask: FetcherWithComponents<OrderAnswer>;
}

/** Lets the buyer confirm receipt of an order that left as one shipment. It starts the time for returns, so it asks first. */
export function ConfirmReceived({ order, ask }: ConfirmReceivedProps) {
  const { orders: words } = useBuyingWords();
  const pickup = usePickupWords();
  const to = useLocalPath();
  const [isAsking, setIsAsking] = useState(false);
  if (receivable(order) !== "order") return null;
  const label = order.is_pickup ? pickup.received : words.received;
  return (
    <div className="no-print mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
      {/* A form, so that it also works without scripts. */}
      <ask.Form method="post" className="max-sm:w-full">
        <Button
          type="submit"
          name="intent"
          value="received"
          icon="package-check"
          busy={ask.state !== "idle"}
          onClick={(event) => {
            event.preventDefault();
            setIsAsking(true);
          }}
          className="max-sm:w-full"
        >
          {label}
        </Button>
      </ask.Form>
      <Link
        to={to(`/dashboard/orders/${order.id}/Return`)}
        className="link flex min-h-11 items-center"
      >
        {words.somethingWrong}
      </Link>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={words.receivedTitle}
        confirm={words.receivedYes}
        cancel={words.receivedNo}
        isHarmless
        onConfirm={() => void ask.submit({ intent: "received" }, { method: "post" })}
      >
        {words.receivedText}
      </ConfirmDialog>
    </div>
  );
}
