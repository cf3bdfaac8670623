import { useBuyingWords } from "#app/messages/buying.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import type { OrderStage } from "#shop/orders/order.ts";

/** Yellow waits for payment, pink is being made or on its way, green is done. */
const looks: Readonly<Record<OrderStage, { copy: Copy; icon: IconName }>> = {
  awaiting_payment: { copy: "yellow", icon: "clock" },
  processing: { copy: "pink", icon: "package" },
  shipped: { copy: "pink", icon: "truck" },
  done: { copy: "green", icon: "circle-check" },
  canceled: { copy: "stamp", icon: "ban" },
};

export const copyOf = (stage: OrderStage) => looks[stage].copy;

export function StagePill({ stage }: { stage: OrderStage }) {
  const { orders } = useBuyingWords();
  const { copy, icon } = looks[stage];
  return (
    <Pill copy={copy} icon={icon}>
      {orders.stages[stage]}
    </Pill>
  );
}
