import { beforeEach, expect, test } from "vitest";
import { asCaller } from "#db/client.server.ts";
import { findActor } from "#shop/customers/find-person.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";
import type { Permission } from "#shop/kernel/permissions.ts";
import { limitKinds } from "#shop/staff/approvals/approval.ts";
import { limitsFor } from "#shop/staff/approvals/role-limits.ts";
import { demoPerson, giveStaffRole, withProof } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { asStaff } from "./as-staff.server.ts";
import { inviteStaff } from "./invitations.server.ts";
import { changeStaffRights, type StaffRights } from "./role-changes.server.ts";
import {
  createStaffRole,
  deleteStaffRole,
  listStaffRoles,
  saveStaffRole,
} from "./staff-roles.server.ts";

testDatabase({ demo: true });
const owner = demoPerson("admin@etalase.test");
const clerk = demoPerson("staff@etalase.test");
const isAdmin: StaffRights = { role: "ADMIN", staff_role: "manager" };
const user = (staff_role: string): StaffRights => ({ role: "USER", staff_role });
const gone = (staff_role = "sales"): StaffRights => ({ role: "CUSTOMER", staff_role });
let admin: Person;

beforeEach(async () => {
  await asSeed()`update profiles set role = 'ADMIN', staff_role = 'manager' where id = ${owner.id}`;
  await asSeed()`update profiles set role = 'USER', staff_role = 'sales' where id = ${clerk.id}`;
  admin = await withProof(owner);
});

const rightsOf = async (id: string) => {
  const [row] = await asSeed()<StaffRights[]>`
    select role, staff_role from profiles where id = ${id}`;
  return row;
};
const sessionsOf = async (id: string) =>
  (await asSeed()`select id from auth.sessions where user_id = ${id}`).length;
const readsOrders = async (person: Person) =>
  (await asCaller(callerOf(person), (sql) => sql`select 1 from orders limit 1`, "read only"))
    .length > 0;
/** The clerk with every permission to manage staff, in a session with a fresh proof. */
async function staffManager(...more: string[]): Promise<Person> {
  const id = crypto.randomUUID();
  const own = ["staff.edit", "orders.read", ...more];
  await asSeed()`
    insert into staff_roles (id, name, permissions) values (${id}, ${`Pengatur ${id}`}, ${own})`;
  await asSeed()`update profiles set staff_role = ${id} where id = ${clerk.id}`;
  const proven = await withProof(clerk);
  return { ...proven, permissions: own as never };
}

test("a new role decides at once what the person may do, and the log says who gave it", async () => {
  expect(await changeStaffRights(admin, clerk.id, user("sales"), user("warehouse"))).toEqual({
    ok: true,
    value: null,
  });
  const now = await findActor(clerk.claims);
  expect(now.kind === "person" && now.permissions).toContain("stock.adjust");
  expect(now.kind === "person" && now.permissions).not.toContain("promos.read");
  const [entry] = await asSeed()`
    select actor_id, action, subject_kind, changes from audit_entries where subject_id = ${clerk.id} order by id desc limit 1`;
  expect(entry).toEqual({
    actor_id: owner.id,
    action: "role.changed",
    subject_kind: "person",
    changes: { staff_role: ["sales", "warehouse"] },
  });
});

test("ending somebody's work ends their sessions and invitations in the same moment", async () => {
  const working = await withProof(clerk);
  await asSeed()`
    insert into staff_invitations (token_hash, email, role, staff_role, invited_by, expires_at)
    values ('x', 'teman@contoh.test', 'USER', 'reader', ${clerk.id}, now() + interval '1 day')`;
  expect(await readsOrders(working)).toBe(true);
  expect((await changeStaffRights(admin, clerk.id, user("sales"), gone())).ok).toBe(true);
  expect(await sessionsOf(clerk.id)).toBe(0);
  expect(await readsOrders(working)).toBe(false);
  expect(await rightsOf(clerk.id)).toEqual(gone());
  const open = await asSeed()`
    select from staff_invitations where invited_by = ${clerk.id} and revoked_at is null`;
  expect(open).toHaveLength(0);
  // Nobody is changed twice.
  expect(await changeStaffRights(admin, clerk.id, user("sales"), gone())).toEqual({
    ok: false,
    problem: "not_found",
  });
});

test("the last administrator keeps the role, their sessions and their work", async () => {
  for (const after of [user("sales"), gone("manager")]) {
    expect(await changeStaffRights(admin, owner.id, isAdmin, after)).toEqual({
      ok: false,
      problem: "last_administrator",
    });
  }
  expect(await rightsOf(owner.id)).toEqual(isAdmin);
  expect(await sessionsOf(owner.id)).toBeGreaterThan(0);
});

test("two administrators who demote each other: one stays", async () => {
  for (let round = 0; round < 5; round += 1) {
    await asSeed()`update profiles set role = 'ADMIN', staff_role = 'manager' where id in (${owner.id}, ${clerk.id})`;
    const other = await withProof({ ...clerk, role: "ADMIN", permissions: owner.permissions });
    const results = await Promise.all([
      changeStaffRights(admin, clerk.id, isAdmin, user("sales")),
      changeStaffRights(other, owner.id, isAdmin, user("sales")),
    ]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    const left = await asSeed()`
      select from profiles where id in (${owner.id}, ${clerk.id}) and role = 'ADMIN'`;
    expect(left).toHaveLength(1);
  }
});

test("nobody gives or takes what they lack, whatever their screen showed", async () => {
  const manager = await staffManager();
  const target = await asSeed()<{ id: string }[]>`
    select id from profiles where role = 'CUSTOMER' order by id limit 1`;
  const person = target[0]?.id ?? "";
  await asSeed()`update profiles set role = 'USER', staff_role = 'sales' where id = ${person}`;
  const refused = { ok: false, problem: "beyond_own_rights" };
  // To themselves, upwards, to a stronger colleague, from a stronger colleague.
  const own = await rightsOf(clerk.id);
  expect(await changeStaffRights(manager, clerk.id, own ?? isAdmin, isAdmin)).toEqual(refused);
  expect(await changeStaffRights(manager, person, user("sales"), user("manager"))).toEqual(refused);
  expect(await changeStaffRights(manager, person, user("sales"), gone())).toEqual(refused);
  expect(await changeStaffRights(manager, owner.id, isAdmin, user("reader"))).toEqual(refused);
  expect(await rightsOf(person)).toEqual(user("sales"));
  expect(
    await createStaffRole(manager, {
      id: crypto.randomUUID(),
      name: "Terlalu kuat",
      permissions: ["orders.refund"],
    }),
  ).toEqual(refused);
});

test("assigning or changing a role with limits above those of the actor is refused", async () => {
  const refused = { ok: false, problem: "beyond_own_rights" };
  const manager = await staffManager("stock.adjust");
  const own = (await rightsOf(clerk.id)) ?? isAdmin;
  await asSeed()`update staff_roles set limits = '{"write_off": 10000}' where id = ${own.staff_role}`;
  const limitOf = async (id: string) => {
    const [row] = await asSeed()<{ limit: number | null }[]>`
      select private.limit_of(${id}, 'write_off') as limit`;
    return row?.limit;
  };
  const made = async (limits: object, permissions: readonly string[]) => {
    const id = crypto.randomUUID();
    await asSeed()`
      insert into staff_roles (id, name, permissions, limits) values (${id}, ${id}, ${permissions}, ${asSeed().json(limits)})`;
    return id;
  };
  // The shop has no limit, so a role without its own has none.
  for (const limits of [{}, { write_off: null }, { write_off: 10_001 }]) {
    const looser = await made(limits, ["staff.edit", "stock.adjust"]);
    expect(await changeStaffRights(manager, clerk.id, own, user(looser))).toEqual(refused);
    const emptied = await made(limits, []);
    const more = { name: emptied, permissions: ["stock.adjust"] as const };
    expect(
      await saveStaffRole(manager, emptied, 1, { ...more, permissions: [...more.permissions] }),
    ).toEqual(refused);
  }
  const email = "batas@contoh.test";
  const unlimited = await made({}, ["stock.adjust"]);
  expect(await inviteStaff(manager, { email, role: unlimited }, "id")).toEqual(refused);
  // A limit has no meaning without its permission.
  const reads = await made({}, ["orders.read"]);
  expect(await inviteStaff(manager, { email, role: reads }, "id")).toMatchObject({ ok: true });
  // A role that they make has their limits.
  const copy = {
    id: crypto.randomUUID(),
    name: "Salinan",
    permissions: ["staff.edit", "stock.adjust"] as ("staff.edit" | "stock.adjust")[],
  };
  expect((await createStaffRole(manager, copy)).ok).toBe(true);
  expect((await changeStaffRights(manager, clerk.id, own, user(copy.id))).ok).toBe(true);
  expect(await limitOf(clerk.id)).toBe(10_000);
  const offered = (await listStaffRoles(manager)).filter((role) => role.is_within_limits);
  expect(offered.map(({ id }) => id)).toEqual(expect.arrayContaining([copy.id, reads]));
  expect(offered.map(({ id }) => id)).not.toContain(unlimited);
});

test("PostgreSQL and the program assign each limit to the same permissions", async () => {
  const manager = await staffManager();
  const own = (await rightsOf(clerk.id))?.staff_role ?? "";
  for (const kind of limitKinds) {
    await asSeed()`update staff_roles set limits = ${asSeed().json({ [kind]: 0 })} where id = ${own}`;
    const rows = await asSeed()<{ key: Permission; isWithin: boolean }[]>`
      select key, private.is_within_limits(${manager.id}, array[key], ${asSeed().json({ [kind]: null })}) as "isWithin"
      from permissions`;
    for (const { key, isWithin } of rows) {
      expect([kind, key, isWithin]).toEqual([kind, key, !limitsFor([key]).includes(kind)]);
    }
  }
});

test("without a fresh proof, the permission, or with an unknown role nothing changes", async () => {
  const change = (actor: Person, after: StaffRights) =>
    changeStaffRights(actor, clerk.id, user("sales"), after);
  expect(await change(owner, user("reader"))).toMatchObject({ problem: "reauthentication_needed" });
  expect(await change(await withProof(clerk), user("reader"))).toMatchObject({
    problem: "not_permitted",
  });
  for (const unknown of ["entah", "x".repeat(1000), "'; drop table profiles; --"]) {
    expect(await change(admin, user(unknown))).toMatchObject({ problem: "role_unknown" });
  }
  expect(await changeStaffRights(admin, clerk.id, user("reader"), user("warehouse"))).toMatchObject(
    { problem: "changed_meanwhile" },
  );
  expect(await rightsOf(clerk.id)).toEqual(user("sales"));
});

test("an own role gives exactly its ticks, also after it was changed", async () => {
  const id = crypto.randomUUID();
  const role = { id, name: "Admin gudang", permissions: ["stock.read", "products.edit"] as const };
  const input = { ...role, permissions: [...role.permissions] };
  expect((await createStaffRole(admin, input)).ok).toBe(true);
  expect((await createStaffRole(admin, input)).ok).toBe(true);
  expect((await changeStaffRights(admin, clerk.id, user("sales"), user(id))).ok).toBe(true);
  const mayEdit = async () => {
    const actor = await findActor(clerk.claims);
    if (actor.kind !== "person") return false;
    const done = await asStaff(actor, "products.edit", async () => ({ ok: true, value: null }));
    return done.ok;
  };
  expect(await mayEdit()).toBe(true);
  expect(
    (await saveStaffRole(admin, id, 1, { name: "Gudang", permissions: ["stock.read"] })).ok,
  ).toBe(true);
  expect(await mayEdit()).toBe(false);
  // A form that read the first version is refused.
  expect(await saveStaffRole(admin, id, 1, { name: "Lama", permissions: [] })).toMatchObject({
    problem: "changed_meanwhile",
  });
  expect(await deleteStaffRole(admin, id)).toMatchObject({ problem: "role_in_use" });
  const listed = (await listStaffRoles(admin)).find((found) => found.id === id);
  expect(listed).toMatchObject({ name: "Gudang", version: 2 });
  expect(listed?.holders).toHaveLength(1);
  await giveStaffRole(clerk, "sales");
  expect((await deleteStaffRole(admin, id)).ok).toBe(true);
  const acts = await asSeed()`
    select action, changes from audit_entries where subject_kind = 'staff_role' and subject_id = ${id} and actor_id = ${owner.id} order by id`;
  expect(acts).toMatchObject([
    { action: "staff_roles.created" },
    {
      action: "staff_roles.changed",
      changes: {
        name: ["Admin gudang", "Gudang"],
        permissions: [["products.edit", "stock.read"], ["stock.read"]],
      },
    },
    { action: "staff_roles.deleted" },
  ]);
});

test("built-in roles stay, and a name is given once", async () => {
  const built = { name: "Bos", permissions: [] };
  expect(await saveStaffRole(admin, "manager", 1, built)).toMatchObject({ problem: "built_in" });
  expect(await deleteStaffRole(admin, "manager")).toMatchObject({ problem: "built_in" });
  expect(await deleteStaffRole(admin, crypto.randomUUID())).toMatchObject({ problem: "not_found" });
  const hostile = "<script>alert(1)</script> ' ؜";
  const make = (name: string) =>
    createStaffRole(admin, { id: crypto.randomUUID(), name, permissions: [] });
  expect((await make(hostile)).ok).toBe(true);
  expect(await make(hostile.toUpperCase())).toMatchObject({ problem: "role_name_taken" });
});
