import { createHash, randomBytes } from "node:crypto";
import * as v from "valibot";
import { config } from "#base/config.server.ts";
import { type Language, localPath } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction, type Sql, violatedConstraint } from "#db/client.server.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { type Actor, may, type Person } from "#shop/kernel/access.ts";
import { emailSchema } from "#shop/kernel/contact-schemas.ts";
import { asStaff } from "./as-staff.server.ts";
import { composeInvitationMail } from "./compose-invitation-mail.ts";
import { isFresh } from "./fresh-session.server.ts";
import { mayGrant } from "./role-changes.server.ts";

/** Hours that a link works. */
export const invitationHours = 72;
/** Open invitations of a shop, so that a stolen account cannot write to the world. */
const maxOpenInvitations = 50;

export const invitationSchema = v.object({
  email: emailSchema,
  /** A staff role, or ADMIN. */
  role: v.pipe(
    v.string(),
    v.regex(/^(?:ADMIN|[a-z0-9]+(?:-[a-z0-9]+)*)$/, "role_unknown"),
    v.maxLength(60, "role_unknown"),
  ),
});
export type InvitationInput = v.InferOutput<typeof invitationSchema>;

export type InvitationProblem =
  | "not_permitted"
  | "reauthentication_needed"
  | "role_unknown"
  | "beyond_own_rights"
  | "already_staff"
  | "already_invited"
  | "too_many_invitations"
  | "not_found";

/** An invitation that nobody has accepted yet. */
export interface OpenInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: "USER" | "ADMIN";
  readonly staff_role: string | null;
  /** Of a role of the shop's own. */
  readonly role_name: string;
  readonly invited_by: string | null;
  /** ISO 8601 */
  readonly expires_at: string;
  readonly is_expired: boolean;
}

/** What an invited person reads before they accept. */
export interface ShownInvitation {
  readonly role: "USER" | "ADMIN";
  readonly staff_role: string | null;
  readonly role_name: string;
  readonly invited_by: string | null;
}

/** Newest first. */
export async function listInvitations(actor: Person): Promise<readonly OpenInvitation[]> {
  if (!may(actor, "staff.edit")) return [];
  const rows = await asShop()<(Omit<OpenInvitation, "expires_at"> & { until: Date })[]>`
    select i.id, i.email, i.role, i.staff_role, coalesce(r.name, '') as role_name,
      coalesce(nullif(p.full_name, ''), u.email) as invited_by, i.expires_at as until,
      i.expires_at <= now() as is_expired
    from staff_invitations i left join staff_roles r on r.id = i.staff_role
    left join profiles p on p.id = i.invited_by left join auth.users u on u.id = i.invited_by
    where i.used_at is null and i.revoked_at is null
    order by i.created_at desc, i.id limit ${maxOpenInvitations}`;
  return rows.map(({ until, ...row }) => ({ ...row, expires_at: until.toISOString() }));
}

/** Invites an address to become staff, by a mail with a link. The role is fixed. @param language of the mail */
export async function inviteStaff(
  actor: Person,
  { email, role: wanted }: InvitationInput,
  language: Language,
): Promise<Result<null, InvitationProblem>> {
  const role = wanted === "ADMIN" ? "ADMIN" : "USER";
  const staffRole = role === "ADMIN" ? null : wanted;
  try {
    return await asStaff<null, InvitationProblem>(actor, "staff.edit", async (sql) => {
      if (!(await isFresh(sql, actor))) return fail("reauthentication_needed");
      if (staffRole !== null) {
        const [known] = await sql`select from staff_roles where id = ${staffRole} for share`;
        if (!known) return fail("role_unknown");
      }
      if (!(await mayGrant(sql, actor, role, staffRole))) return fail("beyond_own_rights");
      const [colleague] = await sql`
        select from auth.users u join profiles p on p.id = u.id
        where lower(u.email) = ${email} and u.deleted_at is null and p.role in ('USER', 'ADMIN')`;
      if (colleague) return fail("already_staff");
      // An expired invitation makes room for a new one.
      await sql`
        update staff_invitations set revoked_at = now()
        where email = ${email} and used_at is null and revoked_at is null and expires_at <= now()`;
      const [open] = await sql<{ count: number }[]>`
        select count(*)::int as count from staff_invitations where used_at is null and revoked_at is null`;
      if ((open?.count ?? 0) >= maxOpenInvitations) return fail("too_many_invitations");
      const token = newToken();
      const [row] = await sql<{ id: string }[]>`
        insert into staff_invitations (token_hash, email, role, staff_role, invited_by, expires_at)
        values (${hashOf(token)}, ${email}, ${role}, ${staffRole}, ${actor.id},
          now() + make_interval(hours => ${invitationHours}))
        returning id`;
      await queueInvitation(sql, { id: row?.id ?? "", email, token }, language);
      return ok(null);
    });
  } catch (error) {
    if (violatedConstraint(error) === "staff_invitation_open") return fail("already_invited");
    throw error;
  }
}

/** Sends an invitation again, with a new link that works as long as the first one did. The old link ends. */
export function resendInvitation(
  actor: Person,
  id: string,
  language: Language,
): Promise<Result<null, InvitationProblem>> {
  return asStaff<null, InvitationProblem>(actor, "staff.edit", async (sql) => {
    if (!(await isFresh(sql, actor))) return fail("reauthentication_needed");
    const open = await lockInvitation(sql, actor, id);
    if (!open.ok) return open;
    const token = newToken();
    await sql`
      update staff_invitations set token_hash = ${hashOf(token)}, invited_by = ${actor.id},
        expires_at = now() + make_interval(hours => ${invitationHours})
      where id = ${id}`;
    await queueInvitation(sql, { id, email: open.value.email, token }, language);
    return ok(null);
  });
}

/** The link of an invitation no longer works. */
export function revokeInvitation(
  actor: Person,
  id: string,
): Promise<Result<null, InvitationProblem>> {
  return asStaff<null, InvitationProblem>(actor, "staff.edit", async (sql) => {
    const open = await lockInvitation(sql, actor, id);
    if (!open.ok) return open;
    await sql`update staff_invitations set revoked_at = now() where id = ${id}`;
    return ok(null);
  });
}

/** Locks an open invitation. Fails with `beyond_own_rights` when the actor may not assign its role. */
async function lockInvitation(
  sql: Sql,
  actor: Person,
  id: string,
): Promise<Result<{ email: string }, InvitationProblem>> {
  const [open] = await sql<{ email: string; role: "USER" | "ADMIN"; staff_role: string | null }[]>`
    select email, role, staff_role from staff_invitations
    where id = ${id} and used_at is null and revoked_at is null for update`;
  if (!open) return fail("not_found");
  const isTheirs = await mayGrant(sql, actor, open.role, open.staff_role);
  return isTheirs ? ok({ email: open.email }) : fail("beyond_own_rights");
}

/** The open invitation of a link; a signed-in person sees only one to their own confirmed address. */
export async function findInvitation(
  actor: Actor,
  token: string,
): Promise<ShownInvitation | undefined> {
  const sql = asShop();
  const isTheirs = actor.kind === "person" ? sql`and ${isAddressOf(sql, actor)}` : sql``;
  const [found] = await sql<ShownInvitation[]>`
    select i.role, i.staff_role, coalesce(r.name, '') as role_name,
      coalesce(nullif(p.full_name, ''), u.email) as invited_by
    from staff_invitations i left join staff_roles r on r.id = i.staff_role
    left join profiles p on p.id = i.invited_by left join auth.users u on u.id = i.invited_by
    where i.token_hash = ${hashOf(token)} and ${isOpen(sql)} ${isTheirs}`;
  return found;
}

/**
 * Makes the actor staff with the role of the invitation, once. Somebody else's, an expired, a revoked and a used
 * invitation are `not_found`, also one whose sender may no longer give the role.
 */
export function acceptInvitation(
  actor: Person,
  token: string,
): Promise<Result<null, "not_found" | "already_staff">> {
  return inTransaction<Result<null, "not_found" | "already_staff">>(async (sql, rollbackWith) => {
    await sql`
      select set_config('shop.actor', ${`person:${actor.id}`}, true),
        set_config('shop.request', ${actor.requestId ?? ""}, true)`;
    const [used] = await sql<{ role: "USER" | "ADMIN"; staff_role: string | null }[]>`
      update staff_invitations i set used_at = now()
      where i.token_hash = ${hashOf(token)} and ${isOpen(sql)} and ${isAddressOf(sql, actor)}
      returning i.role, i.staff_role`;
    if (!used) return fail("not_found");
    const [changed] = await sql`
      update profiles set role = ${used.role}, staff_role = coalesce(${used.staff_role}, staff_role)
      where id = ${actor.id} and role = 'CUSTOMER' returning id`;
    return changed ? ok(null) : rollbackWith(fail("already_staff"));
  });
}

/** Also false when the sender lost what the invitation gives. */
function isOpen(sql: Sql) {
  return sql`i.used_at is null and i.revoked_at is null and i.expires_at > now()
    and private.may(i.invited_by, 'staff.edit')
    and (private.role_of(i.invited_by) = 'ADMIN' or (i.role = 'USER' and (
      select g.permissions <@ private.permissions_of(i.invited_by)
        and private.is_within_limits(i.invited_by, g.permissions, g.limits)
      from staff_roles g where g.id = i.staff_role)))`;
}

function isAddressOf(sql: Sql, actor: Person) {
  return sql`i.email = (select lower(a.email) from auth.users a
    where a.id = ${actor.id} and a.email_confirmed_at is not null and a.deleted_at is null)`;
}

const newToken = () => randomBytes(32).toString("base64url");

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

async function queueInvitation(
  sql: Sql,
  { id, email, token }: { id: string; email: string; token: string },
  language: Language,
): Promise<void> {
  const [shop] = await sql<{ name: string }[]>`select name from shop_settings`;
  const url = `${config().publicUrl}${localPath(language, `/StaffInvitation/${token}`)}`;
  await queueMail(sql, {
    kind: "email",
    to: email,
    ...composeInvitationMail(language, shop?.name ?? "", url, invitationHours),
    dedupeKey: `staff-invitation:${id}:${hashOf(token).slice(0, 16)}`,
  });
}
