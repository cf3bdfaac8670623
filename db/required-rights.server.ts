import { OperatorError } from "#base/errors.ts";
import type { PoolSql } from "./driver.server.ts";

/** The roles of db/migrations/0001_roles.sql; they are shared by all databases of the server. */
export const shopRoles = ["anon", "authenticated", "service_role"] as const;
const extensions = ["unaccent", "pg_trgm", "btree_gist"];

interface Login {
  readonly name: string;
  readonly database: string;
  readonly isSuperuser: boolean;
  readonly createsRoles: boolean;
  readonly createsSchemas: boolean;
  readonly ownsPublic: boolean;
}

interface Role {
  readonly name: string;
  readonly exists: boolean;
  /** Whether the login may `set role` to it. */
  readonly isMember: boolean;
  /** Whether the login may grant it to itself. */
  readonly isAdmin: boolean;
}

/**
 * Checks before the first migration that the login of the database has the rights that migrations need: those that a
 * managed database gives its owner (docs/why/database.md).
 * @throws OperatorError with the SQL that an administrator of the server must run
 */
export async function requireRights(sql: PoolSql): Promise<void> {
  const [login] = await sql<Login[]>`
    select quote_ident(current_user) as name, quote_ident(current_database()) as database,
      rolsuper as "isSuperuser", rolcreaterole as "createsRoles",
      has_database_privilege(current_database(), 'create') as "createsSchemas",
      coalesce((select pg_has_role(nspowner, 'usage') from pg_namespace where nspname = 'public'), true)
        as "ownsPublic"
    from pg_roles where rolname = current_user`;
  if (!login) throw new Error("the login has no role");
  if (login.isSuperuser) return;
  const lines = [...ownershipLines(login), ...roleLines(login, await readRoles(sql))];
  if (lines.length > 0) {
    throw new OperatorError(
      `The database user ${login.name} may not set up the shop. Run this as an administrator of the server, in the database ${login.database}, and start again:\n  ${lines.join("\n  ")}`,
    );
  }
  const missing = await sql<{ name: string }[]>`
    select wanted.name from unnest(${extensions}::text[]) wanted (name)
    where wanted.name not in (select name from pg_available_extensions)`;
  if (missing.length > 0) {
    throw new OperatorError(
      `The PostgreSQL server does not offer the extensions ${missing.map(({ name }) => name).join(" and ")}. Install its contrib package, or allow them in the settings of the managed database.`,
    );
  }
}

function ownershipLines(login: Login): string[] {
  if (!login.createsSchemas) return [`alter database ${login.database} owner to ${login.name};`];
  return login.ownsPublic ? [] : [`alter schema public owner to ${login.name};`];
}

function roleLines(login: Login, found: readonly Role[]): string[] {
  const missing = login.createsRoles ? [] : found.filter((role) => !role.exists);
  const toGrant = found.filter((role) => {
    if (!role.exists) return !login.createsRoles;
    return !role.isMember && !role.isAdmin;
  });
  const names = toGrant.map(({ name }) => name).join(", ");
  return [
    ...missing.map(({ name }) => `create role ${name} nologin noinherit;`),
    ...(names === "" ? [] : [`grant ${names} to ${login.name};`]),
  ];
}

/** Since PostgreSQL 16, CREATEROLE grants only roles that the login administers, and `set role` needs a right of its own. */
async function readRoles(sql: PoolSql): Promise<readonly Role[]> {
  return sql<Role[]>`
    select wanted.name, r.oid is not null as exists,
      coalesce(pg_has_role(r.oid, case when v.major >= 16 then 'set' else 'member' end), false) as "isMember",
      coalesce(pg_has_role(r.oid, 'member with admin option'), false)
        or (v.major < 16 and me.rolcreaterole) as "isAdmin"
    from unnest(${[...shopRoles]}::text[]) with ordinality wanted (name, place)
    cross join (select current_setting('server_version_num')::int / 10000 as major) v
    join pg_roles me on me.rolname = current_user
    left join pg_roles r on r.rolname = wanted.name
    order by wanted.place`;
}
