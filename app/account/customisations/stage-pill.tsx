import { useCustomisationWords } from "#app/account/customisations/messages/customisation.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import type { DesignStage } from "#shop/production/customisations/customisation.ts";

/** `canceled`: the order was cancelled before the design was printed. */
type ShownStage = DesignStage | "canceled";

const looks: Readonly<Record<ShownStage, { copy: Copy; icon: IconName }>> = {
  draft: { copy: "white", icon: "pen-line" },
  submitted: { copy: "white", icon: "clock" },
  answer: { copy: "yellow", icon: "circle-alert" },
  revision: { copy: "white", icon: "clock" },
  approved: { copy: "pink", icon: "circle-check" },
  printed: { copy: "green", icon: "check" },
  canceled: { copy: "white", icon: "ban" },
};

/** How far a design is, and whose turn it is. */
export function StagePill({ stage }: { stage: ShownStage }) {
  const { stages, page } = useCustomisationWords();
  const { copy, icon } = looks[stage];
  return (
    <Pill copy={copy} icon={icon}>
      {stage === "canceled" ? page.canceledStage : stages[stage]}
    </Pill>
  );
}
