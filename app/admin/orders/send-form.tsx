import type { FetcherWithComponents } from "react-router";
import { useAdminWords } from "#app/messages/admin/admin.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { Shipment } from "#shop/orders/order.ts";
import type { StaffAnswer } from "./order-action.server.ts";

interface SendFormProps {
  shipment: Shipment;
  fetcher: FetcherWithComponents<StaffAnswer>;
  onSent: () => void;
}

/** A prepared shipment leaves, under the number of its courier. */
export function SendForm({ shipment, fetcher, onSent }: SendFormProps) {
  const { order: words } = useAdminWords();
  return (
    <fetcher.Form method="post" onSubmit={onSent} className="grid gap-5">
      <input type="hidden" name="part" value={shipment.id} />
      {shipment.tracking_number ? (
        <p className="figures text-lg">{shipment.tracking_number}</p>
      ) : (
        <Field label={words.trackingNumber} hint={words.shipHint}>
          {(parts) => (
            <TextInput
              {...parts}
              name="tracking_number"
              maxLength={60}
              autoComplete="off"
              className="figures"
            />
          )}
        </Field>
      )}
      <Button type="submit" name="intent" value="send" icon="truck" className="justify-self-start">
        {words.ship}
      </Button>
    </fetcher.Form>
  );
}
