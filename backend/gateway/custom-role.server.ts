import { asShop, type CustomRole } from "#db/client.server.ts";

/*
 * A merchant's token may name a role of the merchant's own. The role must be granted to the login explicitly, because
 * the login may be a superuser, which may set any role. A custom role must not bypass row-level security: neither the
 * role nor a role that it is a member of may be service_role (whose policies show everything), an owner of a protected
 * table, a role with BYPASSRLS, a superuser or one of PostgreSQL's own roles.
 */

/**
 * The role if a token may name it. Not cached, so that a revoked grant takes effect with the next request.
 * @returns undefined also for a role that does not exist
 */
export async function findCustomRole(name: string): Promise<CustomRole | undefined> {
  if (name.includes("\0")) return undefined;
  const [found] = await readCustomRoles(name);
  return found;
}

/** The roles that a token may name in addition to the built-in ones. */
export function listCustomRoles(): Promise<readonly CustomRole[]> {
  return readCustomRoles(null);
}

async function readCustomRoles(name: string | null): Promise<readonly CustomRole[]> {
  const rows = await asShop()<{ name: string }[]>`
    select r.rolname as name
    from pg_auth_members granted
    join pg_roles r on r.oid = granted.roleid
    where granted.member = (select login.oid from pg_roles login where login.rolname = session_user)
      and (${name}::text is null or r.rolname = ${name})
      and r.rolname not in ('anon', 'authenticated', 'service_role')
      and pg_has_role(session_user, r.oid,
        case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)
      and not exists (
        select from pg_roles above
        where pg_has_role(r.oid, above.oid, 'member')
          and (above.rolname = 'service_role' or above.rolname like 'pg\\_%'
            or above.rolsuper or above.rolbypassrls
            or above.oid in (select c.relowner from pg_class c where c.relrowsecurity)))`;
  return rows.map((row) => row.name as CustomRole);
}
