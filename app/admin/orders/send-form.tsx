import type { FetcherWithComponents } from "react-router";
import { useAdminWords } from "#app/admin/messages/admin.ts";
import { Button } from "#app/ui/button.tsx";
import type { Shipment } from "#shop/orders/order.ts";
import type { StaffAnswer } from "./order-action.server.ts";
import { type OrderProblem, TrackingField } from "./tracking-field.tsx";

interface SendFormProps {
  shipment: Shipment;
  fetcher: FetcherWithComponents<StaffAnswer>;
  /** Problem of the last submission. */
  problem: OrderProblem | undefined;
}

/** A prepared shipment leaves, under the number of its courier. */
export function SendForm({ shipment, fetcher, problem }: SendFormProps) {
  const { order: words } = useAdminWords();
  return (
    <fetcher.Form method="post" className="grid gap-5">
      <input type="hidden" name="part" value={shipment.id} />
      {shipment.tracking_number ? (
        <p className="figures text-lg">{shipment.tracking_number}</p>
      ) : (
        <TrackingField problem={problem} />
      )}
      <Button
        type="submit"
        name="intent"
        value="send"
        icon="truck"
        busy={fetcher.state !== "idle"}
        className="justify-self-start"
      >
        {words.ship}
      </Button>
    </fetcher.Form>
  );
}
