import { fail, ok, type Result } from "#base/result.ts";
import { violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { isFresh } from "#shop/staff/fresh-session.server.ts";

export const statusActs = ["pause", "resume", "end", "archive", "unarchive"] as const;
export type StatusAct = (typeof statusActs)[number];
export type StatusProblem =
  | "not_permitted"
  | "not_found"
  | "reauthentication_needed"
  | "promotion_archived_enabled"
  | "promotion_ends_before_start";

/**
 * Pauses, resumes, ends, archives or brings back a promotion. None of them touches an order: what it was promised stays.
 * Only resuming gives money away, so only it needs a recent reauthentication. A promotion that comes out of the archive
 * is off.
 */
export async function changeStatus(
  actor: Person,
  id: string,
  act: StatusAct,
): Promise<Result<undefined, StatusProblem>> {
  try {
    return await asStaff<undefined, StatusProblem>(actor, "promos.edit", async (sql) => {
      if (act === "resume" && !(await isFresh(sql, actor))) return fail("reauthentication_needed");
      const change = {
        pause: sql`enabled = false`,
        resume: sql`enabled = true`,
        // One that has ended keeps the moment.
        end: sql`ends_at = least(ends_at, now()), starts_at = case when starts_at >= now() then null else starts_at end`,
        archive: sql`archived_at = coalesce(archived_at, now()), enabled = false`,
        unarchive: sql`archived_at = null`,
      }[act];
      const [row] = await sql`update promotions set ${change} where id = ${id} returning id`;
      return row ? ok(undefined) : fail("not_found");
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (
      constraint === "promotion_archived_enabled" ||
      constraint === "promotion_ends_before_start"
    ) {
      return fail(constraint);
    }
    throw error;
  }
}
