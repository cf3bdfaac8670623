import { useProductionWords } from "#app/messages/admin/production.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import type { CustomisationStatus } from "#shop/customisations/customisation.ts";

const looks: Readonly<Record<CustomisationStatus, { copy: Copy; icon: IconName }>> = {
  submitted: { copy: "yellow", icon: "eye" },
  in_review: { copy: "yellow", icon: "eye" },
  proof_sent: { copy: "white", icon: "clock" },
  changes_requested: { copy: "yellow", icon: "pen-line" },
  approved: { copy: "green", icon: "circle-check" },
  rejected: { copy: "white", icon: "x" },
  in_production: { copy: "yellow", icon: "package" },
  done: { copy: "green", icon: "check" },
};

export function CustomisationPill({ status }: { status: CustomisationStatus }) {
  const { statuses } = useProductionWords();
  return <Pill {...looks[status]}>{statuses[status]}</Pill>;
}
