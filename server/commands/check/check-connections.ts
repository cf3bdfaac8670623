import type { Config } from "#base/config-type.ts";
import { asShop } from "#db/client.server.ts";
import { connectionsOf, setUps } from "#server/boot/connection-counts.ts";
import { type CheckResult, fail, pass, warn } from "./check-result.ts";

/** Compares the connection limit of the login with the needs of the documented set-ups. */
export async function checkConnections({
  databaseUrl,
  databaseDirectUrl,
}: Config): Promise<CheckResult> {
  const limit = await readLimit();
  const found = `PostgreSQL allows the shop ${limit} connections`;
  const mend =
    "Raise max_connections and restart PostgreSQL, choose a larger plan, or add PgBouncer (docs/operations.md).";
  const hasPooler = databaseDirectUrl !== undefined;
  const least = connectionsOf(setUps["one process"], hasPooler);
  if (limit < least) return fail("connections", `${found}; one process needs ${least}`, mend);
  const most = connectionsOf(setUps["Kubernetes, two webs and a worker"], hasPooler);
  if (databaseUrl === undefined || limit >= most) return pass("connections", found);
  return warn(
    "connections",
    `${found}: enough for one process (${least}), not for two webs and a worker during an upgrade (${most})`,
    mend,
  );
}

/** The lowest limit of the server, the database and the login. */
async function readLimit(): Promise<number> {
  const [row] = await asShop()<{ limit: number }[]>`
    select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int,
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = session_user)) as limit`;
  return row?.limit ?? 0;
}
