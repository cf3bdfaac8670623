import { beforeEach, expect, test } from "vitest";
import { asCaller } from "#db/client.server.ts";
import { findActor } from "#shop/customers/find-person.server.ts";
import { callerOf, isStaff, type Person } from "#shop/kernel/access.ts";
import { demoPerson, withProof } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { asStaff } from "./as-staff.server.ts";
import { readStaffPolicy, requireSecondFactor } from "./staff-policy.server.ts";

testDatabase({ demo: true });
const owner = demoPerson("admin@etalase.test");
const clerk = demoPerson("staff@etalase.test");
const ago = "2026-01-01T00:00:00Z";

beforeEach(async () => {
  await asSeed()`delete from auth.mfa_factors`;
  await asSeed()`update staff_policy set second_factor_from = null`;
});

/** The person in a session that used a verified factor. */
async function withFactor(person: Person): Promise<Person> {
  await asSeed()`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret)
    values (${person.id}, 'Ponsel', 'totp', 'verified', 'x')`;
  const proven = await withProof({ ...person, claims: { ...person.claims, aal: "aal2" } });
  await asSeed()`update auth.sessions set aal = 'aal2' where user_id = ${person.id}`;
  return proven;
}
const reads = async (person: Person) =>
  (await asCaller(callerOf(person), (sql) => sql`select 1 from stock_items limit 1`, "read only"))
    .length > 0;
const writes = async (person: Person) =>
  (await asStaff(person, "orders.fulfil", async () => ({ ok: true as const, value: null }))).ok;

test("from the moment on, staff without a factor read and write nothing; with one, everything", async () => {
  const admin = await withFactor(owner);
  const plain = await withProof(clerk);
  expect(await reads(plain)).toBe(true);
  expect((await requireSecondFactor(admin, ago)).ok).toBe(true);
  expect(await reads(plain)).toBe(false);
  expect(await writes(plain)).toBe(false);
  const actor = await findActor(plain.claims);
  expect(isStaff(actor)).toBe(false);
  expect(actor).toMatchObject({ role: "USER", permissions: [], lacksStaffFactor: true });
  // Their own account stays theirs.
  const own = await asCaller(
    callerOf(plain),
    (sql) => sql`select 1 from profiles where id = ${clerk.id}`,
    "read only",
  );
  expect(own).toHaveLength(1);

  expect(await reads(admin)).toBe(true);
  const set = await withFactor(clerk);
  expect(await reads(set)).toBe(true);
  expect(await writes(set)).toBe(true);
  // A session of the same person below aal2 is none of staff.
  expect(await reads({ ...set, claims: { ...set.claims, aal: "aal1" } })).toBe(false);
});

test("a moment to come changes nothing yet", async () => {
  const admin = await withFactor(owner);
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  expect((await requireSecondFactor(admin, soon)).ok).toBe(true);
  expect(await reads(await withProof(clerk))).toBe(true);
  expect(await readStaffPolicy(admin)).toEqual({
    second_factor_from: soon,
    without_factor: 1,
    session_hours: 12,
    idle_minutes: 30,
  });
});

test("only an administrator with a factor and a fresh proof sets the rule", async () => {
  const stored = async () => (await asSeed()`select second_factor_from from staff_policy`)[0];
  const refused = async (actor: Person, problem: string) => {
    expect(await requireSecondFactor(actor, ago)).toEqual({ ok: false, problem });
    expect(await stored()).toEqual({ second_factor_from: null });
  };
  await refused(await withProof(owner), "own_factor_missing");
  await refused(owner, "reauthentication_needed");
  await refused(await withProof(clerk), "not_permitted");
  const id = crypto.randomUUID();
  await asSeed()`insert into staff_roles (id, name, permissions) values (${id}, 'Pengatur', '{staff.edit}')`;
  await asSeed()`update profiles set staff_role = ${id} where id = ${clerk.id}`;
  await refused(await withFactor(clerk), "only_administrators");
});
