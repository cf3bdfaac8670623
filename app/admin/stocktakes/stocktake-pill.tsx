import { useStocktakeWords } from "#app/admin/stocktakes/messages/stocktakes.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import type { StocktakeState } from "#shop/catalogue/stock/stocktakes/stocktake.ts";

const looks: Readonly<Record<StocktakeState, { copy: Copy; icon: IconName }>> = {
  draft: { copy: "white", icon: "pen-line" },
  counting: { copy: "yellow", icon: "clock" },
  review: { copy: "pink", icon: "eye" },
  applied: { copy: "green", icon: "check" },
  dropped: { copy: "white", icon: "x" },
};

export function StocktakePill({ state }: { state: StocktakeState }) {
  const { states } = useStocktakeWords();
  return <Pill {...looks[state]}>{states[state]}</Pill>;
}
