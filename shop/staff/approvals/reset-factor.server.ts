import * as v from "valibot";
import { config } from "#base/config.server.ts";
import { type Language, localPath } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import type { Sql } from "#db/client.server.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { composeFactorMail } from "#shop/staff/compose-factor-mail.ts";
import { isFresh } from "#shop/staff/fresh-session.server.ts";
import { recordAct } from "#shop/staff/staff-rights.server.ts";
import { isSame } from "#shop/staff/three-way.ts";
import type { LimitProblem } from "./approval.ts";
import type { ApprovalKind } from "./approval-kind.ts";
import { askColleague } from "./with-limits.server.ts";

export type ResetFactorProblem =
  | LimitProblem
  | "not_permitted"
  | "only_administrators"
  | "reauthentication_needed"
  | "not_found"
  /** One's own factor is removed on the page of one's own account. */
  | "own_factor"
  | "factor_missing";

/**
 * Removes the second factors of a colleague who lost them. All their sessions end, their recovery codes go with the last
 * factor, and a mail tells them. Only an administrator with a fresh proof may, and where the shop wants a second person, a
 * colleague with `staff.edit` approves it.
 */
export async function resetFactor(
  actor: Person,
  personId: string,
): Promise<Result<null, ResetFactorProblem>> {
  if (!isUuid(personId)) return fail("not_found");
  let waiting: { readonly name: string; readonly factors: readonly string[] } | undefined;
  const reset = await asStaff<null, ResetFactorProblem>(actor, "staff.edit", async (sql) => {
    const [own] = await sql<{ is_admin: boolean; is_alone: boolean }[]>`
      select private.role_of(${actor.id}) = 'ADMIN' as is_admin, factor_reset_alone as is_alone from staff_policy`;
    if (!own?.is_admin) return fail("only_administrators");
    if (!(await isFresh(sql, actor))) return fail("reauthentication_needed");
    if (personId === actor.id) return fail("own_factor");
    const person = await lockColleague(sql, personId);
    if (!person) return fail("not_found");
    if (person.factors.length === 0) return fail("factor_missing");
    if (!own.is_alone) {
      waiting = { name: person.name || (person.email ?? ""), factors: person.factors };
      return fail("waits_for_approval");
    }
    await removeFactors(sql, actor, personId, person);
    return ok(null);
  });
  if (!waiting) return reset;
  const { name, factors } = waiting;
  return askColleague(actor, "staff.edit", { limit: "factor_reset", amount: 1 }, async () => ({
    kind: "factor",
    subjectId: personId,
    permissions: ["staff.edit"],
    payload: { factors },
    shown: { title: name, changes: [], total: 0 },
  }));
}

const payloadSchema = v.strictObject({ factors: v.array(v.string()) });

/** Removes the factors that the person had at the request; other ones since are not lost. */
export const factorApproval: ApprovalKind = {
  kind: "factor",
  async perform(sql, { requesterId, subjectId, payload }) {
    const { factors } = v.parse(payloadSchema, payload);
    const [requester] = await sql<{ is_admin: boolean }[]>`
      select private.role_of(${requesterId}) = 'ADMIN' as is_admin`;
    if (!requester?.is_admin) return "requester_not_permitted";
    const person = await lockColleague(sql, subjectId);
    if (!person) return "not_found";
    if (!isSame(person.factors, factors)) return "changed_since";
    await removeFactors(sql, { id: requesterId }, subjectId, person);
    return undefined;
  },
};

interface Colleague {
  readonly name: string;
  readonly email: string | null;
  readonly language: Language;
  /** The ids of their second factors. */
  readonly factors: readonly string[];
}

async function lockColleague(sql: Sql, personId: string): Promise<Colleague | undefined> {
  const [person] = await sql<Colleague[]>`
    select p.full_name as name, u.email, p.language,
      array(select id::text from auth.mfa_factors f where f.user_id = p.id order by id) as factors
    from profiles p join auth.users u on u.id = p.id
    where p.id = ${personId} and p.role in ('USER', 'ADMIN') and u.deleted_at is null for update of p`;
  return person;
}

/** @param by whose act it is */
async function removeFactors(
  sql: Sql,
  by: Pick<Person, "id" | "requestId">,
  personId: string,
  { email, language, factors }: Colleague,
): Promise<void> {
  await sql`delete from auth.mfa_factors where user_id = ${personId}`;
  await sql`delete from auth.sessions where user_id = ${personId}`;
  await recordAct(sql, by, "person.factor_reset", { subjectId: personId });
  if (!email) return;
  const [from] = await sql<{ shop: string; by: string }[]>`
    select s.name as shop, coalesce(nullif(p.full_name, ''), u.email, '') as by
    from shop_settings s cross join profiles p join auth.users u on u.id = p.id where p.id = ${by.id}`;
  if (!from) throw new Error("whoever removes a factor has a profile");
  const address = `${config().publicUrl}${localPath(language, "/dashboard/Security")}`;
  await queueMail(sql, {
    kind: "email",
    to: email,
    ...composeFactorMail(language, from.shop, from.by, address),
    dedupeKey: `factor-reset:${personId}:${factors[0]}`,
  });
}
