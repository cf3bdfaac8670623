import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { useProofWaitsWords } from "#app/messages/shared/proof-waits.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import type { OrderStage as Stage } from "#shop/orders/order.ts";

/** The copy of the receipt that an order is on, everywhere the same. */
export const stageLooks: Record<Stage, { copy: Exclude<Copy, "stamp">; icon: IconName }> = {
  awaiting_payment: { copy: "yellow", icon: "clock" },
  processing: { copy: "pink", icon: "package" },
  shipped: { copy: "pink", icon: "truck" },
  done: { copy: "green", icon: "circle-check" },
  canceled: { copy: "white", icon: "ban" },
};

interface OrderStageProps {
  stage: Stage;
  /** "shipped" then means ready for pickup. */
  isPickup?: boolean;
  /** A proof needs the buyer's approval, which is shown instead of the stage. */
  asksProof?: boolean | undefined;
}

export function OrderStage({ stage, isPickup = false, asksProof = false }: OrderStageProps) {
  const { stages } = useWords();
  const pickup = usePickupWords();
  const proof = useProofWaitsWords();
  if (asksProof)
    return (
      <Pill copy="yellow" icon="eye">
        {proof.stage}
      </Pill>
    );
  const { copy, icon } = stageLooks[stage];
  const isReady = isPickup && stage === "shipped";
  return (
    <Pill copy={copy} icon={isReady ? "map-pin" : icon}>
      {isReady ? pickup.ready : stages[stage]}
    </Pill>
  );
}
