import type { FetcherWithComponents } from "react-router";
import { useAdminWords } from "#app/messages/admin.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { OrderDetail } from "#shop/orders/order.ts";
import type { StaffAnswer } from "./order-action.server.ts";

interface ShipFormProps {
  order: OrderDetail;
  fetcher: FetcherWithComponents<StaffAnswer>;
  onSent: () => void;
}

/** How many of each line leave, with whom, under which number. */
export function ShipForm({ order, fetcher, onSent }: ShipFormProps) {
  const { order: words } = useAdminWords();
  const lines = order.lines.filter((line) => line.shipped < line.quantity);
  return (
    <fetcher.Form method="post" onSubmit={onSent} className="grid gap-5">
      <input type="hidden" name="intent" value="ship" />
      <ul className="grid gap-3">
        {lines.map((line) => (
          <li key={line.id} className="flex items-center justify-between gap-4">
            <span>
              <b>{line.name}</b> <span className="text-muted">{line.options}</span>
            </span>
            <span className="flex items-center gap-2 whitespace-nowrap">
              <TextInput
                type="number"
                name={`line:${line.id}`}
                aria-label={words.quantity(line.name)}
                min={0}
                max={line.quantity - line.shipped}
                defaultValue={line.quantity - line.shipped}
                className="figures max-w-20"
              />
              {words.of(line.quantity - line.shipped)}
            </span>
          </li>
        ))}
      </ul>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={words.courier}>
          {(parts) => (
            <TextInput
              {...parts}
              name="courier"
              required
              maxLength={60}
              defaultValue={order.courier}
            />
          )}
        </Field>
        <Field label={words.service} optional>
          {(parts) => (
            <TextInput {...parts} name="service" maxLength={60} defaultValue={order.service} />
          )}
        </Field>
      </div>
      <Field label={words.trackingNumber} hint={words.shipHint}>
        {(parts) => (
          <TextInput
            {...parts}
            name="tracking_number"
            required
            maxLength={60}
            autoComplete="off"
            className="figures"
          />
        )}
      </Field>
      <Button type="submit" icon="truck">
        {words.ship}
      </Button>
    </fetcher.Form>
  );
}
