import { OperatorError } from "#base/errors.ts";
import { DatabaseError, openPostgres, type PoolSql, type TransactionSql } from "./driver.server.ts";
import { shopRoles } from "./required-rights.server.ts";

/** What a pooled connection may do outside of the program's transactions, which set all of it for themselves. */
const settings: Readonly<Record<string, string>> = {
  role: "anon",
  default_transaction_read_only: "on",
  search_path: "public, extensions",
  statement_timeout: "15s",
  idle_in_transaction_session_timeout: "30s",
};

const lockKey = 718_248;

/**
 * Makes the login of a pooler a member of the shop's roles, with a visitor's rights and read-only until a transaction
 * says otherwise (docs/why/database.md). Does nothing when the pooler uses the owner's login.
 * @param directUrl the owner's address of PostgreSQL itself
 * @throws OperatorError with the SQL that an administrator must run
 */
export async function preparePooledLogin(directUrl: string, pooledUrl: string): Promise<void> {
  const login = decodeURIComponent(new URL(pooledUrl).username);
  if (login === decodeURIComponent(new URL(directUrl).username)) return;
  const sql = openPostgres(directUrl, { max: 1 });
  try {
    await sql.begin(async (tx) => {
      // Processes that start at once would change the same rows of PostgreSQL's catalogue.
      await tx`select pg_advisory_xact_lock(${lockKey})`;
      for (const line of await missingLines(tx, login)) await tx.unsafe(line);
    });
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== "42501") throw error;
    const lines = (await missingLines(sql, login)).join("\n  ");
    throw new OperatorError(
      `The owner of the database may not change the login ${login} of DATABASE_URL. Run this as an administrator of the server and start again:\n  ${lines}`,
    );
  } finally {
    await sql.end();
  }
}

/** The SQL that the login still needs. @throws OperatorError when there is no such login */
async function missingLines(sql: PoolSql | TransactionSql, login: string): Promise<string[]> {
  const [found] = await sql<
    { login: string; database: string; missing: string[]; settings: string[] }[]
  >`
    select quote_ident(r.rolname) as login, quote_ident(current_database()) as database,
      array(select wanted.name from unnest(${[...shopRoles]}::text[]) wanted (name)
        where not pg_has_role(r.oid, wanted.name,
          case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)) as missing,
      coalesce((select s.setconfig from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
        where s.setrole = r.oid and d.datname = current_database()), '{}') as settings
    from pg_roles r where r.rolname = ${login}`;
  if (!found) {
    throw new OperatorError(
      `The login ${login} of DATABASE_URL does not exist. Run: create role "${login}" login password '…';`,
    );
  }
  const unset = Object.entries(settings).filter(
    ([name, value]) => !found.settings.includes(`${name}=${value}`),
  );
  return [
    ...(found.missing.length > 0 ? [`grant ${found.missing.join(", ")} to ${found.login};`] : []),
    ...unset.map(([name, value]) => {
      // A list is not one quoted value.
      const text = name === "search_path" ? value : `'${value}'`;
      return `alter role ${found.login} in database ${found.database} set ${name} = ${text};`;
    }),
  ];
}
