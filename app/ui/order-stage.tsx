import { usePickupWords } from "#app/messages/pickup.ts";
import { useWords } from "#app/messages/ui.ts";
import type { OrderStage as Stage } from "#shop/orders/order.ts";
import type { IconName } from "./icon.tsx";
import { type Copy, Pill } from "./pill.tsx";

/** The copy of the receipt that an order is on, everywhere the same. */
export const stageLooks: Record<Stage, { copy: Copy; icon: IconName }> = {
  awaiting_payment: { copy: "yellow", icon: "clock" },
  processing: { copy: "pink", icon: "package" },
  shipped: { copy: "pink", icon: "truck" },
  done: { copy: "green", icon: "circle-check" },
  canceled: { copy: "white", icon: "ban" },
};

/** @param isPickup what other orders call sent lies ready to be fetched */
export function OrderStage({ stage, isPickup = false }: { stage: Stage; isPickup?: boolean }) {
  const { stages } = useWords();
  const pickup = usePickupWords();
  const { copy, icon } = stageLooks[stage];
  const isReady = isPickup && stage === "shipped";
  return (
    <Pill copy={copy} icon={isReady ? "map-pin" : icon}>
      {isReady ? pickup.ready : stages[stage]}
    </Pill>
  );
}
