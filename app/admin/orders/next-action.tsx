import { useState } from "react";
import type { FetcherWithComponents } from "react-router";
import { useAdminWords } from "#app/admin/messages/admin.ts";
import { useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { useLocalPath } from "#app/language.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { OrderDetail } from "#shop/orders/order.ts";
import { hasUnprinted, piecesToShip } from "#shop/orders/order.ts";
import type { StaffAnswer } from "./order-action.server.ts";

interface NextActionProps {
  order: OrderDetail;
  fetcher: FetcherWithComponents<StaffAnswer>;
  onShip: () => void;
  onSend: (shipmentId: string) => void;
}

/** The one thing to do with an order now: Cetak, Kemas, Siapkan label, Cetak label, Kirim, Tandai sudah diterima. */
export function NextAction({ order, fetcher, onShip, onSend }: NextActionProps) {
  const { order: words } = useAdminWords();
  const pickup = usePickupWords();
  const { counterSale: drafts } = useDraftWords();
  const to = useLocalPath();
  const [printed, setPrinted] = useState("");
  // One showing of this step is one shipment, however often its button is pressed.
  const [key] = useState(() => crypto.randomUUID());
  const busy = fetcher.state !== "idle";
  if (order.status !== "placed") return null;
  const left = order.lines.filter((line) => piecesToShip(line) > 0);
  const isPacked = order.events.some(
    ({ kind, undone }) => !undone && (kind === "packed" || kind === "shipped"),
  );
  const prepared = order.shipments.find(({ status }) => status === "pending");
  const unprinted = left.find(hasUnprinted);
  if (unprinted && !prepared) {
    return (
      <ButtonLink to={to(`/admin/customisations/${unprinted.customisation}`)}>
        {words.printDesign}
      </ButtonLink>
    );
  }
  // Goods are packed only after the balance is paid.
  if (order.due > 0) return null;
  if (order.is_pickup && order.source === "counter" && left.length > 0 && !prepared) {
    return (
      <Button type="submit" name="intent" value="hand-over" icon="package-check" busy={busy}>
        {drafts.handOver}
      </Button>
    );
  }
  if (left.length > 0 && !isPacked && !prepared) {
    return (
      <Button type="submit" name="intent" value="pack" icon="package" busy={busy}>
        {words.pack}
      </Button>
    );
  }
  if (order.is_pickup && left.length > 0) {
    return (
      <Button icon="package-check" onClick={onShip}>
        {pickup.staff.ready}
      </Button>
    );
  }
  if (prepared && !order.is_pickup && printed !== prepared.id) {
    return (
      <a
        href={to(`/admin/Orders/${order.id}/print/label.pdf?shipment=${prepared.id}`)}
        target="_blank"
        rel="noopener"
        onClick={() => setPrinted(prepared.id)}
        className="inline-flex min-h-11 items-center justify-center border border-carbon bg-carbon px-5 py-2 font-semibold text-on-carbon hover:border-ink hover:bg-ink"
      >
        {words.printLabel}
      </a>
    );
  }
  if (prepared) {
    return (
      <Button icon="truck" onClick={() => onSend(prepared.id)}>
        {order.is_pickup ? pickup.staff.ready : words.ship}
      </Button>
    );
  }
  if (left.length > 0) {
    return (
      <Button
        icon="package"
        busy={busy}
        onClick={() =>
          void fetcher.submit(
            {
              intent: "prepare",
              courier: order.courier,
              service: order.service,
              tracking_number: "",
              key,
              ...Object.fromEntries(
                left.map((line) => [`line:${line.id}`, String(piecesToShip(line))]),
              ),
            },
            { method: "post" },
          )
        }
      >
        {words.prepareLabel}
      </Button>
    );
  }
  if (order.fulfilment_status !== "fulfilled") return null;
  return (
    <Button type="submit" name="intent" value="delivered" icon="package-check" busy={busy}>
      {order.is_pickup ? pickup.staff.taken : words.delivered}
    </Button>
  );
}
