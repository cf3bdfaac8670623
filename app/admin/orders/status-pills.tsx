import { useAdminWords } from "#app/admin/messages/admin.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { useSupplementWords } from "#app/messages/shared/supplement.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import type { FulfilmentStatus, OrderSummary, PaymentStatus } from "#shop/orders/order.ts";

type Look = readonly [Copy, IconName];

const paymentLooks: Readonly<Record<PaymentStatus, Look>> = {
  none: ["yellow", "clock"],
  authorized: ["yellow", "clock"],
  partially_paid: ["yellow", "clock"],
  paid: ["green", "circle-check"],
  overcharged: ["stamp", "circle-alert"],
  partially_refunded: ["white", "undo-2"],
  refunded: ["white", "undo-2"],
  voided: ["white", "ban"],
};

const fulfilmentLooks: Readonly<Record<FulfilmentStatus, Look>> = {
  unfulfilled: ["white", "package"],
  partial: ["pink", "truck"],
  fulfilled: ["pink", "truck"],
  delivered: ["green", "package-check"],
  canceled: ["white", "ban"],
};

interface PaymentPillProps {
  order: Pick<OrderSummary, "payment_status" | "stage" | "total">;
}

/** Payment and fulfilment have separate pills. */
export function PaymentPill({ order: { payment_status: status, stage, total } }: PaymentPillProps) {
  const { payments, nothingToPay } = useAdminWords();
  const { stages } = useWords();
  if (status === "none" && stage === "canceled") {
    return (
      <Pill copy="white" icon="ban">
        {stages.canceled}
      </Pill>
    );
  }
  if (total === 0) {
    return (
      <Pill copy="white" icon="circle-check">
        {nothingToPay}
      </Pill>
    );
  }
  const [copy, icon] = paymentLooks[status];
  return (
    <Pill copy={copy} icon={icon}>
      {payments[status]}
    </Pill>
  );
}

interface FulfilmentPillProps {
  order: Pick<OrderSummary, "fulfilment_status" | "is_pickup" | "supplement_of">;
}

export function FulfilmentPill({ order }: FulfilmentPillProps) {
  const { fulfilments } = useAdminWords();
  const pickup = usePickupWords();
  const supplement = useSupplementWords();
  const { fulfilment_status: status, is_pickup: isPickup } = order;
  if (order.supplement_of) {
    return (
      <Pill copy="white" icon="pen-line">
        {supplement.one}
      </Pill>
    );
  }
  const [copy, icon] = fulfilmentLooks[status];
  const fetched = {
    ...fulfilments,
    unfulfilled: pickup.title,
    fulfilled: pickup.ready,
    delivered: pickup.taken,
  };
  return (
    <Pill copy={copy} icon={isPickup && icon === "truck" ? "map-pin" : icon}>
      {(isPickup ? fetched : fulfilments)[status]}
    </Pill>
  );
}
