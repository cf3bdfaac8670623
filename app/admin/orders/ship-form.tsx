import { useState } from "react";
import type { FetcherWithComponents } from "react-router";
import { useAdminWords } from "#app/admin/messages/admin.ts";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { type OrderDetail, piecesToShip } from "#shop/orders/order.ts";
import type { StaffAnswer } from "./order-action.server.ts";
import { type OrderProblem, TrackingField } from "./tracking-field.tsx";

interface ShipFormProps {
  order: OrderDetail;
  fetcher: FetcherWithComponents<StaffAnswer>;
  /** Problem of the last submission. */
  problem: OrderProblem | undefined;
}

/** How many of each line leave, with whom, under which number; or lie ready to be fetched. */
export function ShipForm({ order, fetcher, problem }: ShipFormProps) {
  const { order: words } = useAdminWords();
  // One opening of this form is one shipment, however often its button is pressed.
  const [key] = useState(() => crypto.randomUUID());
  const lines = order.lines.filter((line) => piecesToShip(line) > 0);
  const busy = fetcher.state !== "idle";
  return (
    <fetcher.Form method="post" className="grid gap-5">
      <input type="hidden" name="key" value={key} />
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
                max={piecesToShip(line)}
                defaultValue={piecesToShip(line)}
                className="figures max-w-20"
              />
              {words.of(piecesToShip(line))}
            </span>
          </li>
        ))}
      </ul>
      {order.is_pickup ? (
        <Ready busy={busy} />
      ) : (
        <Sending order={order} problem={problem} busy={busy} />
      )}
    </fetcher.Form>
  );
}

/** A pickup has no courier and no tracking number. */
function Ready({ busy }: { busy: boolean }) {
  const { staff } = usePickupWords();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" name="intent" value="ready" icon="package-check" busy={busy}>
        {staff.ready}
      </Button>
      <p className="grow basis-60 text-muted">{staff.readyHint}</p>
    </div>
  );
}

interface SendingProps {
  order: OrderDetail;
  problem: OrderProblem | undefined;
  busy: boolean;
}

function Sending({ order, problem, busy }: SendingProps) {
  const { order: words } = useAdminWords();
  const { shipments } = useOrderWords();
  return (
    <>
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
      <TrackingField problem={problem} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" name="intent" value="ship" icon="truck" busy={busy}>
          {words.ship}
        </Button>
        <Button type="submit" name="intent" value="prepare" look="quiet" icon="package" busy={busy}>
          {shipments.prepare}
        </Button>
        <p className="grow basis-60 text-muted">{shipments.prepareHint}</p>
      </div>
    </>
  );
}
