import { afterAll, expect, inject, test } from "vitest";
import { databaseAddress, dropDatabase } from "#tests/support/runner/cluster.ts";
import { addressAs } from "#tests/support/runner/managed-database.ts";
import { openPostgres } from "./driver.server.ts";
import { requireRights } from "./required-rights.server.ts";

/* On a server whose three roles another owner has made. */

const clusterUrl = inject("clusterUrl");
const guest = `guest_${process.pid}`;
const admin = openPostgres(clusterUrl, { max: 1 });

afterAll(async () => {
  await dropDatabase(clusterUrl, guest);
  await admin.unsafe(`drop role if exists ${guest}`);
  await admin.end();
});

/** The lines that the login is told, for a database of this owner. */
async function linesFor(owner: string | undefined): Promise<string[]> {
  await dropDatabase(clusterUrl, guest);
  await admin.unsafe(`create database ${guest} ${owner ? `owner ${owner}` : ""}`);
  const sql = openPostgres(databaseAddress(addressAs(clusterUrl, guest), guest), { max: 1 });
  try {
    await requireRights(sql);
    return [];
  } catch (error) {
    return (error as Error).message.split("\n  ").slice(1);
  } finally {
    await sql.end();
  }
}

test("a login is told which roles to be granted, and to own the database, as its server's version needs it", async () => {
  await admin.unsafe(`create role ${guest} login createrole password '${guest}'`);
  await admin.unsafe(`grant ${guest} to current_user`);
  const [server] = await admin<{ major: number }[]>`
    select current_setting('server_version_num')::int / 10000 as major`;
  // Until 15, CREATEROLE may grant every role; since 16 only those that it administers.
  const grant = `grant anon, authenticated, service_role to ${guest};`;
  const granting = (server?.major ?? 0) >= 16 ? [grant] : [];
  expect(await linesFor(guest)).toEqual(granting);
  const owning = `alter database ${guest} owner to ${guest};`;
  expect(await linesFor(undefined)).toEqual([owning, ...granting]);
  await admin.unsafe(`alter role ${guest} nocreaterole`);
  expect(await linesFor(guest)).toEqual([grant]);
  await admin.unsafe(grant);
  expect(await linesFor(guest)).toEqual([]);
});
