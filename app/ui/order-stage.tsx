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

export function OrderStage({ stage }: { stage: Stage }) {
  const { stages } = useWords();
  const { copy, icon } = stageLooks[stage];
  return (
    <Pill copy={copy} icon={icon}>
      {stages[stage]}
    </Pill>
  );
}
