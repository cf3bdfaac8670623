import { useProductionWords } from "#app/admin/customisations/messages/production.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import type { CustomisationStatus } from "#shop/production/customisations/customisation.ts";
import { columnOf } from "#shop/production/customisations/queue/queue-view.ts";

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

interface CustomisationPillProps {
  work: { readonly status: CustomisationStatus; readonly may_print: boolean };
}

/** The status, or "Waiting for payment" for designs of unpaid orders. */
export function CustomisationPill({ work }: CustomisationPillProps) {
  const { statuses, views } = useProductionWords();
  if (columnOf(work) === "unpaid")
    return (
      <Pill copy="white" icon="clock">
        {views.unpaid}
      </Pill>
    );
  const { status } = work;
  return <Pill {...looks[status]}>{statuses[status]}</Pill>;
}
