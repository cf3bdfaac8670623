import { useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import type { DraftState } from "#shop/orders/drafts/draft.ts";

const looks: Readonly<Record<DraftState, { copy: Copy; icon: IconName }>> = {
  open: { copy: "yellow", icon: "pen-line" },
  ordered: { copy: "green", icon: "check" },
  dropped: { copy: "white", icon: "x" },
};

export function DraftPill({ state }: { state: DraftState }) {
  const { states } = useDraftWords();
  return <Pill {...looks[state]}>{states[state]}</Pill>;
}
