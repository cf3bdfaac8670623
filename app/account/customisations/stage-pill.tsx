import { useCustomisationWords } from "#app/messages/account/customisation.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import type { DesignStage } from "#shop/customisations/customisation.ts";

const looks: Readonly<Record<DesignStage, { copy: Copy; icon: IconName }>> = {
  draft: { copy: "white", icon: "pen-line" },
  submitted: { copy: "white", icon: "clock" },
  answer: { copy: "yellow", icon: "circle-alert" },
  revision: { copy: "white", icon: "clock" },
  approved: { copy: "pink", icon: "circle-check" },
  printed: { copy: "green", icon: "check" },
};

/** How far a design is, and whose turn it is. */
export function StagePill({ stage }: { stage: DesignStage }) {
  const { stages } = useCustomisationWords();
  const { copy, icon } = looks[stage];
  return (
    <Pill copy={copy} icon={icon}>
      {stages[stage]}
    </Pill>
  );
}
