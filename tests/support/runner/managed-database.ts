import { openPostgres } from "#db/driver.server.ts";
import { databaseAddress } from "./cluster.ts";

/**
 * A login with the rights that Amazon RDS, Cloud SQL and Azure give the owner of a database: CREATEROLE and CREATEDB,
 * but neither superuser nor BYPASSRLS.
 * @param administratorUrl a superuser's
 * @returns its address, in the same database
 */
export async function managedLogin(administratorUrl: string, name: string): Promise<string> {
  const administrator = openPostgres(administratorUrl, { max: 1 });
  try {
    await administrator.unsafe(
      `create role ${name} login createrole createdb nosuperuser nobypassrls noreplication password '${name}'`,
    );
    // Tests write what triggers forbid; the program never needs this.
    await administrator.unsafe(`grant set on parameter session_replication_role to ${name}`);
  } finally {
    await administrator.end();
  }
  return addressAs(administratorUrl, name);
}

/**
 * A login without any right, for a pooler.
 * @param member a login that may end its connections
 */
export async function plainLogin(
  administratorUrl: string,
  name: string,
  member?: string,
): Promise<void> {
  const administrator = openPostgres(administratorUrl, { max: 1 });
  await administrator.unsafe(`create role ${name} login password '${name}'`);
  if (member) await administrator.unsafe(`grant ${name} to ${member}`);
  await administrator.end();
}

/** A new database that belongs to the login. @returns its address for that login */
export async function managedDatabase(
  administratorUrl: string,
  login: string,
  database: string,
): Promise<string> {
  const administrator = openPostgres(administratorUrl, { max: 1 });
  await administrator.unsafe(`create database ${database} owner ${login}`);
  await administrator.end();
  return databaseAddress(addressAs(administratorUrl, login), database);
}

/** The same database for another login, whose password is its name. */
export function addressAs(url: string, login: string): string {
  const address = new URL(url);
  address.username = login;
  address.password = login;
  return address.toString();
}
