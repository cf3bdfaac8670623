import { useCustomisationWords } from "#app/messages/account/customisation.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import type { DesignStage } from "#shop/customisations/customisation.ts";

const looks: Readonly<Record<DesignStage, { copy: Copy; icon: IconName }>> = {
  draft: { copy: "white", icon: "pen-line" },
  submitted: { copy: "white", icon: "clock" },
  revision: { copy: "yellow", icon: "circle-alert" },
  approved: { copy: "pink", icon: "circle-check" },
  printed: { copy: "green", icon: "check" },
};

/** How far a design is, in one of five words. */
export function StagePill({ stage }: { stage: DesignStage }) {
  const { stages } = useCustomisationWords();
  const { copy, icon } = looks[stage];
  return (
    <Pill copy={copy} icon={icon}>
      {stages[stage]}
    </Pill>
  );
}
