import type { Sql } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { Permission } from "#shop/kernel/permissions.ts";
import { isFresh } from "./fresh-session.server.ts";

export type RightProblem = "not_allowed" | "reauthentication_needed";

export async function hasRight(sql: Sql, actor: Person, right: Permission): Promise<boolean> {
  const [row] = await sql<{ may: boolean }[]>`select private.may(${actor.id}, ${right}) as may`;
  return row?.may === true;
}

/** Why the actor may not use a permission now: it is missing, or the reauthentication is older than ten minutes. */
export async function whyNotNow(
  sql: Sql,
  actor: Person,
  right: Permission,
): Promise<RightProblem | undefined> {
  if (!(await hasRight(sql, actor, right))) return "not_allowed";
  return (await isFresh(sql, actor)) ? undefined : "reauthentication_needed";
}

/**
 * Records in the audit log what changes no audited row, in its transaction.
 * @param act `{subject}.{verb}`
 * @param about `changes`: values before and after, by column
 */
export async function recordAct(
  sql: Sql,
  actor: Pick<Person, "id" | "requestId">,
  act: string,
  about: {
    readonly orderId?: string;
    readonly subjectId: string;
    readonly changes?: Readonly<Record<string, readonly [unknown, unknown]>>;
    readonly details?: object;
  },
): Promise<void> {
  await sql`
    insert into audit_entries (actor_id, request_id, action, order_id, subject_kind, subject_id, changes, details)
    values (${actor.id}, ${actor.requestId ?? null}, ${act}, ${about.orderId ?? null}, ${act.slice(0, act.indexOf("."))}, ${about.subjectId},
      ${sql.json(about.changes ?? {})}, ${sql.json(about.details ?? {})})`;
}
