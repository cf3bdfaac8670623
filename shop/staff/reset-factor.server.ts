import { config } from "#base/config.server.ts";
import { type Language, localPath } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import type { Person } from "#shop/access.ts";
import { asStaff } from "./as-staff.server.ts";
import { composeFactorMail } from "./compose-factor-mail.ts";
import { isFresh } from "./fresh-session.server.ts";
import { recordAct } from "./staff-rights.server.ts";

export type ResetFactorProblem =
  | "not_permitted"
  | "only_administrators"
  | "reauthentication_needed"
  | "not_found"
  /** One's own factor is removed on the page of one's own account. */
  | "own_factor"
  | "factor_missing";

/**
 * Removes the second factors of a colleague who lost them. All their sessions end, their recovery codes go with the last
 * factor, and a mail tells them. Only an administrator with a fresh proof may.
 */
export function resetFactor(
  actor: Person,
  personId: string,
): Promise<Result<null, ResetFactorProblem>> {
  if (!isUuid(personId)) return Promise.resolve(fail("not_found"));
  return asStaff<null, ResetFactorProblem>(actor, "staff.edit", async (sql) => {
    const [own] = await sql<{ is_admin: boolean }[]>`
      select private.role_of(${actor.id}) = 'ADMIN' as is_admin`;
    if (!own?.is_admin) return fail("only_administrators");
    if (!(await isFresh(sql, actor))) return fail("reauthentication_needed");
    if (personId === actor.id) return fail("own_factor");
    const [person] = await sql<
      { email: string | null; language: Language; shop: string; by: string }[]
    >`
      select u.email, p.language, s.name as shop,
        (select coalesce(nullif(a.full_name, ''), au.email, '') from profiles a join auth.users au on au.id = a.id
          where a.id = ${actor.id}) as by
      from profiles p join auth.users u on u.id = p.id cross join shop_settings s
      where p.id = ${personId} and p.role in ('USER', 'ADMIN') and u.deleted_at is null for update of p`;
    if (!person) return fail("not_found");
    const removed = await sql<{ id: string }[]>`
      delete from auth.mfa_factors where user_id = ${personId} returning id`;
    const [first] = removed;
    if (!first) return fail("factor_missing");
    await sql`delete from auth.sessions where user_id = ${personId}`;
    await recordAct(sql, actor, "person.factor_reset", { subjectId: personId });
    const { email, language, shop, by } = person;
    if (email) {
      const address = `${config().publicUrl}${localPath(language, "/dashboard/Security")}`;
      await queueMail(sql, {
        kind: "email",
        to: email,
        ...composeFactorMail(language, shop, by, address),
        dedupeKey: `factor-reset:${personId}:${first.id}`,
      });
    }
    return ok(null);
  });
}
