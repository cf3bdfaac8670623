import { useBuyingWords } from "#app/messages/buying.ts";
import { useWords } from "#app/messages/ui.ts";
import { Link } from "#app/ui/link.tsx";
import { type OrderStage, orderStages } from "#shop/orders/order.ts";

interface StageTabsProps {
  counts: Readonly<Record<OrderStage, number>>;
  chosen: OrderStage | null;
  q: string;
}

/** Orders by what they wait for, each with its count; scrolls sideways on a phone. */
export function StageTabs({ counts, chosen, q }: StageTabsProps) {
  const { orders: words } = useBuyingWords();
  const { stages } = useWords();
  const everything = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const address = (stage: OrderStage | null) => {
    const params = new URLSearchParams();
    if (q) params.set("q", q);
    if (stage) params.set("stage", stage);
    return `?${params}`;
  };
  const tabs = [
    { stage: null, label: words.all, count: everything },
    ...orderStages.map((stage) => ({ stage, label: stages[stage], count: counts[stage] })),
  ];
  return (
    <nav aria-label={words.title} className="-mx-4 overflow-x-auto px-4">
      <ul className="flex border-b border-rule">
        {tabs.map(({ stage, label, count }) => (
          <li key={stage ?? "all"}>
            <Link
              to={address(stage)}
              aria-current={stage === chosen ? "page" : undefined}
              className="flex min-h-11 items-center gap-2 border-b-2 border-transparent px-3 text-sm whitespace-nowrap hover:text-carbon aria-[current]:border-carbon aria-[current]:font-semibold"
            >
              {label}
              <span className="figures text-xs text-muted">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
