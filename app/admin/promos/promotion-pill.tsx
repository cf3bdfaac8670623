import { usePromoWords } from "#app/admin/promos/messages/promos.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import type { PromotionState } from "#shop/promotions/editor/promotion-filter.ts";

const looks: Record<PromotionState, { copy: Copy; icon: IconName }> = {
  active: { copy: "green", icon: "circle-check" },
  scheduled: { copy: "yellow", icon: "clock" },
  exhausted: { copy: "pink", icon: "triangle-alert" },
  ended: { copy: "white", icon: "clock" },
  off: { copy: "white", icon: "ban" },
  archived: { copy: "white", icon: "ban" },
};

export function PromotionPill({ state }: { state: PromotionState }) {
  const { states } = usePromoWords();
  return <Pill {...looks[state]}>{states[state]}</Pill>;
}
