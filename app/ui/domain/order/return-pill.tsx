import { useReturnWords } from "#app/messages/shared/returns.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import type { ReturnStatus } from "#shop/orders/returns/return.ts";

const looks: Readonly<Record<ReturnStatus, readonly [Copy, IconName]>> = {
  requested: ["yellow", "clock"],
  approved: ["pink", "check"],
  in_transit: ["pink", "truck"],
  received: ["pink", "package-check"],
  refunded: ["green", "undo-2"],
  resolved: ["green", "circle-check"],
  closed: ["white", "ban"],
  declined: ["white", "ban"],
  canceled: ["white", "ban"],
};

/** How far a return or a claim has come, for customers and staff alike. */
export function ReturnPill({ status }: { status: ReturnStatus }) {
  const { statuses } = useReturnWords();
  const [copy, icon] = looks[status];
  return (
    <Pill copy={copy} icon={icon}>
      {statuses[status]}
    </Pill>
  );
}
