import { useApprovalWords } from "#app/admin/approvals/messages/approvals.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import type { ApprovalDecision } from "#shop/staff/approvals/approval-row.ts";

const looks: Record<ApprovalDecision, { copy: Copy; icon: IconName }> = {
  approved: { copy: "green", icon: "circle-check" },
  declined: { copy: "stamp", icon: "circle-alert" },
  outdated: { copy: "pink", icon: "triangle-alert" },
  expired: { copy: "white", icon: "clock" },
  withdrawn: { copy: "white", icon: "undo-2" },
};

/** @param decision null: it waits */
export function DecisionPill({ decision }: { decision: ApprovalDecision | null }) {
  const words = useApprovalWords();
  if (decision === null) {
    return (
      <Pill copy="yellow" icon="clock">
        {words.waits}
      </Pill>
    );
  }
  return <Pill {...looks[decision]}>{words.decisions[decision]}</Pill>;
}
