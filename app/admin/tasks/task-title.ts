import { useTaskWords } from "#app/admin/tasks/messages/tasks.ts";
import type { StaffTask } from "#shop/staff/tasks/task.ts";

/** What a task does and on what, e.g. `Impor produk · katalog.csv`. */
export function useTaskTitle(): (task: Pick<StaffTask, "kind" | "mode" | "title">) => string {
  const words = useTaskWords();
  return ({ kind, mode, title }) => {
    const name = words.modes[mode](words.kinds[kind] ?? words.otherKind);
    return title ? `${name} · ${title}` : name;
  };
}
