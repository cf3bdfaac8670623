import { useSaleWords } from "#app/admin/sales/messages/sales.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import type { SaleStatus } from "#shop/catalogue/sales/sale.ts";

const looks: Readonly<Record<SaleStatus, { copy: Copy; icon: IconName }>> = {
  draft: { copy: "white", icon: "pen-line" },
  upcoming: { copy: "yellow", icon: "clock" },
  running: { copy: "green", icon: "circle-check" },
  over: { copy: "white", icon: "check" },
  ended: { copy: "white", icon: "x" },
};

export function SalePill({ status }: { status: SaleStatus }) {
  const { statuses } = useSaleWords();
  return <Pill {...looks[status]}>{statuses[status]}</Pill>;
}
