import { useTaskWords } from "#app/admin/tasks/messages/tasks.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import type { StaffTask, TaskState } from "#shop/staff/tasks/task.ts";

const looks: Record<TaskState, { copy: Copy; icon: IconName }> = {
  queued: { copy: "yellow", icon: "clock" },
  running: { copy: "yellow", icon: "clock" },
  paused: { copy: "white", icon: "clock" },
  done: { copy: "green", icon: "circle-check" },
  failed: { copy: "stamp", icon: "circle-alert" },
  canceled: { copy: "white", icon: "ban" },
};

export function TaskPill({ task }: { task: StaffTask }) {
  const words = useTaskWords();
  const isCanceling = task.cancel_asked && task.state !== "canceled";
  return (
    <Pill {...looks[task.state]}>{isCanceling ? words.canceling : words.states[task.state]}</Pill>
  );
}
