import { fail, ok, type Result } from "#base/result.ts";
import type { Person } from "#shop/kernel/access.ts";
import { queueDesignMail } from "#shop/production/customisations/design-mail.server.ts";
import { lockCustomisation } from "#shop/production/customisations/lock-customisation.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { recordAct } from "#shop/staff/staff-rights.server.ts";

export type StartProblem =
  | "not_permitted"
  | "customisation_not_found"
  | "order_not_placed"
  | "order_not_paid"
  | "job_not_approved";

/**
 * Staff: begins to print an approved design before a piece is counted, so that its buyer can no longer cancel and hears of it.
 * What is being printed already stays as it is.
 */
export function startPrinting(actor: Person, id: string): Promise<Result<null, StartProblem>> {
  return asStaff<null, StartProblem>(actor, "customisations.review", async (sql) => {
    const found = await lockCustomisation(sql, id);
    if (!found) return fail("customisation_not_found");
    if (found.status === "in_production" || found.status === "done") return ok(null);
    if (!found.is_placed) return fail("order_not_placed");
    if (!found.may_begin) return fail("order_not_paid");
    if (found.status !== "approved") return fail("job_not_approved");
    await sql`update customisations set status = 'in_production' where id = ${id}`;
    await recordAct(sql, actor, "customisation.started", {
      orderId: found.order_id,
      subjectId: id,
      details: {},
    });
    await queueDesignMail(sql, id, "in_production", "");
    return ok(null);
  });
}
