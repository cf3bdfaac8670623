import type { Sql } from "#db/client.server.ts";
import type { Person } from "#shop/access.ts";
import { isFresh } from "./fresh-session.server.ts";

/** Rights of ADMIN, and of USER with a row in `staff_permissions`. */
export type StaffRight = "refunds" | "promotions" | "roles";

export type RightProblem = "not_allowed" | "reauthentication_needed";

export async function hasRight(sql: Sql, actor: Person, right: StaffRight): Promise<boolean> {
  const [row] = await sql<{ may: boolean }[]>`select private.may(${actor.id}, ${right}) as may`;
  return row?.may === true;
}

/** Why the actor may not use a right now: the right is missing, or the reauthentication is older than ten minutes. */
export async function whyNotNow(
  sql: Sql,
  actor: Person,
  right: StaffRight,
): Promise<RightProblem | undefined> {
  if (!(await hasRight(sql, actor, right))) return "not_allowed";
  return (await isFresh(sql, actor)) ? undefined : "reauthentication_needed";
}

/** Records a staff act in its transaction. @param act `{subject}.{verb}` */
export async function recordAct(
  sql: Sql,
  actor: Person,
  act: string,
  about: { readonly orderId?: string; readonly subjectId: string; readonly details?: object },
): Promise<void> {
  await sql`
    insert into staff_acts (actor_id, act, order_id, subject_id, details)
    values (${actor.id}, ${act}, ${about.orderId ?? null}, ${about.subjectId},
      ${sql.json((about.details ?? {}) as never)})`;
}
