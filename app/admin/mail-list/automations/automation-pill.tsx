import { useAutomationWords } from "#app/admin/mail-list/automations/messages/automations.ts";
import { Pill } from "#app/ui/pill.tsx";
import type { Automation } from "#shop/mailing/automations/automation.ts";

export function AutomationPill({ isOn, pausedWhy }: Pick<Automation, "isOn" | "pausedWhy">) {
  const { states } = useAutomationWords();
  if (!isOn) {
    return (
      <Pill copy="white" icon="x">
        {states.off}
      </Pill>
    );
  }
  return pausedWhy ? (
    <Pill copy="pink" icon="triangle-alert">
      {states.paused}
    </Pill>
  ) : (
    <Pill copy="green" icon="circle-check">
      {states.on}
    </Pill>
  );
}
