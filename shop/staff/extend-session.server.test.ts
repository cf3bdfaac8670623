import { expect, test } from "vitest";
import { asCaller } from "#db/client.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";
import { makeStaff } from "#tests/support/builders/limits.ts";
import { demoPerson, makeCustomer, withProof } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { extendSession } from "./extend-session.server.ts";

testDatabase({ demo: true });

const sessionOf = ({ claims }: Person) => String(claims.session_id);
/** Minutes that the session still lasts; null: without an end. */
async function minutesLeft(person: Person): Promise<number | null> {
  const [row] = await asSeed()<{ left: number | null }[]>`
    select round(extract(epoch from not_after - now()) / 60)::int as left from auth.sessions
    where id = ${sessionOf(person)}`;
  return row?.left ?? null;
}
/** As if the session had begun, and was used last, so many minutes ago. */
const shift = (person: Person, began: number, used: number) => asSeed()`
  update auth.sessions set staff_since = now() - make_interval(mins => ${began}),
    not_after = now() + make_interval(mins => ${30 - used})
  where id = ${sessionOf(person)}`;
const isStaff = async (person: Person) => {
  const [row] = await asCaller(
    callerOf(person),
    (sql) => sql<{ is: boolean }[]>`select private.is_staff() as is`,
    "read only",
  );
  return row?.is;
};

test("a session of staff ends after half an hour without anything done, and after twelve hours", async () => {
  const person = await makeStaff("sesi-petugas", "manager");
  expect(await minutesLeft(person)).toBe(30);
  await shift(person, 60, 20);
  await extendSession(person);
  expect(await minutesLeft(person)).toBe(30);
  // The session ends after twelve hours, also with activity.
  await shift(person, 12 * 60 - 10, 25);
  await extendSession(person);
  expect(await minutesLeft(person)).toBe(10);
  expect(await isStaff(person)).toBe(true);
  // An ended session stays ended.
  await shift(person, 60, 31);
  await extendSession(person);
  expect(await isStaff(person)).toBe(false);
  // Nobody extends the session of another.
  await shift(person, 60, 20);
  await extendSession({ ...demoPerson("admin@etalase.test"), claims: person.claims });
  expect(await minutesLeft(person)).toBe(10);
});

test("buyers' sessions have no such end; one that becomes staff's gets it", async () => {
  const { person } = await makeCustomer("sesi-pembeli");
  const proven = await withProof(person);
  expect(await minutesLeft(proven)).toBeNull();
  await asSeed()`update profiles set role = 'USER' where id = ${person.id}`;
  expect(await minutesLeft(proven)).toBe(30);
  await asSeed()`update staff_policy set session_hours = null, idle_minutes = null`;
  const other = await makeStaff("sesi-bebas", "manager");
  expect(await minutesLeft(other)).toBeNull();
});
