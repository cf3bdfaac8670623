import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { CountTabs } from "#app/ui/count-tabs.tsx";
import { type OrderStage, orderStages } from "#shop/orders/order.ts";

interface StageTabsProps {
  counts: Readonly<Record<OrderStage, number>>;
  chosen: OrderStage | null;
  q: string;
}

/** Orders by what they wait for. */
export function StageTabs({ counts, chosen, q }: StageTabsProps) {
  const { orders: words } = useBuyingWords();
  const { stages } = useWords();
  const everything = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const tab = (stage: OrderStage | null, label: string, count: number) => {
    const params = new URLSearchParams();
    if (q) params.set("q", q);
    if (stage) params.set("stage", stage);
    return { name: stage ?? "all", label, count, to: `?${params}`, chosen: stage === chosen };
  };
  return (
    <CountTabs
      label={words.title}
      tabs={[
        tab(null, words.all, everything),
        ...orderStages.map((stage) => tab(stage, stages[stage], counts[stage])),
      ]}
    />
  );
}
