import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/kernel/access.ts";
import { decideReports } from "#shop/production/customisations/sharing/review-reports.server.ts";

export interface ReportsAnswer {
  readonly done?: "kept" | "removed";
  /** A stable code; the page has words for it. */
  readonly problem?: string;
}

/** Handles the buttons of a reported design. */
export async function answerReports(actor: Person, form: FormData): Promise<ReportsAnswer> {
  const id = form.get("id");
  const seen = String(form.get("seen") ?? "").split(" ");
  if (!isUuid(id)) return { problem: "invalid_input" };
  const intent = form.get("intent");
  switch (intent) {
    case "kept":
    case "removed": {
      const decided = await decideReports(actor, id, intent, seen);
      return decided.ok ? { done: intent } : { problem: decided.problem };
    }
    default:
      return { problem: "invalid_input" };
  }
}
