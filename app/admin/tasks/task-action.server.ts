import { redirect } from "react-router";
import { languageOf } from "#app/language.ts";
import { localPath } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/kernel/access.ts";
import {
  cancelTask,
  pauseTask,
  resumeTask,
  retryTask,
  undoTask,
} from "#shop/staff/tasks/start-task.server.ts";

/** Pauses, resumes, cancels, retries or undoes a task. @throws a redirect to the task that was started */
export async function changeTask(
  staff: Person,
  id: string,
  form: FormData,
  url: URL,
): Promise<{ problem?: string }> {
  const newId = form.get("new");
  const started = async (start: typeof retryTask): Promise<{ problem: string }> => {
    if (!isUuid(newId)) return { problem: "invalid_input" };
    const result = await start(staff, id, newId);
    if (!result.ok) return result;
    throw redirect(localPath(languageOf(url.pathname), `/admin/Tasks/${newId}`));
  };
  switch (form.get("act")) {
    case "pause":
      return problemOf(await pauseTask(staff, id));
    case "resume":
      return problemOf(await resumeTask(staff, id));
    case "cancel":
      return problemOf(await cancelTask(staff, id));
    case "retry":
      return started(retryTask);
    case "undo":
      return started(undoTask);
    default:
      return { problem: "invalid_input" };
  }
}

function problemOf(result: Awaited<ReturnType<typeof pauseTask>>): { problem?: string } {
  return result.ok ? {} : { problem: result.problem };
}
