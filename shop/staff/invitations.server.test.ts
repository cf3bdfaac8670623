import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import { asCaller } from "#db/client.server.ts";
import { callerOf, type Person, visitor } from "#shop/kernel/access.ts";
import { demoPerson, makeCustomer, withProof } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import {
  acceptInvitation,
  findInvitation,
  invitationSchema,
  inviteStaff,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from "./invitations.server.ts";
import { changeStaffRights } from "./role-changes.server.ts";

testDatabase({ demo: true });
const owner = demoPerson("admin@etalase.test");
const clerk = demoPerson("staff@etalase.test");
let admin: Person;
beforeAll(async () => {
  admin = await withProof(owner);
});

const invite = (email: string, role = "warehouse") => inviteStaff(admin, { email, role }, "id");
const mailsTo = (email: string) =>
  asSeed()<{ subject: string; text: string }[]>`
    select subject, text from private.outbox where recipient = ${email} and dedupe_key like 'staff-invitation:%'
    order by created_at, id`;
/** The token in the last mail. */
async function tokenOf(email: string): Promise<string> {
  const mails = await mailsTo(email);
  return /\/StaffInvitation\/([\w-]+)/.exec(mails.at(-1)?.text ?? "")?.[1] ?? "";
}
const roleOf = async (person: Person) => {
  const [row] = await asSeed()<{ role: string; staff_role: string }[]>`
    select role, staff_role from profiles where id = ${person.id}`;
  return row;
};
const notFound = { ok: false, problem: "not_found" };

test("an invited person becomes staff with the role of the invitation, once", async () => {
  const { person } = await makeCustomer("undangan");
  const email = person.email ?? "";
  expect((await invite(email)).ok).toBe(true);
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toBe("Undangan bergabung dengan tim Nota & Co");
  const token = await tokenOf(email);
  const [stored] = await asSeed()`select token_hash from staff_invitations where email = ${email}`;
  expect(stored?.token_hash).not.toContain(token);

  expect(await findInvitation(visitor, token)).toMatchObject({ staff_role: "warehouse" });
  expect((await acceptInvitation(person, token)).ok).toBe(true);
  expect(await roleOf(person)).toEqual({ role: "USER", staff_role: "warehouse" });
  const orders = await asCaller(
    callerOf(person),
    (sql) => sql`select 1 from orders where customer_id <> ${person.id} limit 1`,
    "read only",
  );
  expect(orders).toHaveLength(1);
  const entries = await asSeed()`
    select actor_id, action from audit_entries where action like 'staff_invitations.%' and subject_id = (
      select id::text from staff_invitations where email = ${email})
      or action = 'role.changed' and subject_id = ${person.id} order by id`;
  expect([...entries]).toEqual([
    { actor_id: owner.id, action: "staff_invitations.created" },
    { actor_id: person.id, action: "staff_invitations.changed" },
    { actor_id: person.id, action: "role.changed" },
  ]);
  expect(await acceptInvitation(person, token)).toEqual(notFound);
  expect(await findInvitation(visitor, token)).toBeUndefined();
  expect(await invite(email)).toMatchObject({ problem: "already_staff" });
});

test("somebody else, an unconfirmed address, an expired and a revoked link find nothing", async () => {
  const { person } = await makeCustomer("tujuan");
  const { person: other } = await makeCustomer("orang-lain");
  const email = person.email ?? "";
  await invite(email);
  const token = await tokenOf(email);
  expect(await findInvitation(other, token)).toBeUndefined();
  expect(await acceptInvitation(other, token)).toEqual(notFound);
  expect(await acceptInvitation(person, `${token}x`)).toEqual(notFound);
  const confirm = (at: Date | null) =>
    asSeed()`update auth.users set email_confirmed_at = ${at} where id = ${person.id}`;
  await confirm(null);
  expect(await acceptInvitation(person, token)).toEqual(notFound);
  await confirm(new Date());
  const move = (interval: string) =>
    asSeed()`update staff_invitations set expires_at = now() + ${interval}::interval where email = ${email}`;
  await move("-1 second");
  expect(await acceptInvitation(person, token)).toEqual(notFound);
  await move("1 hour");
  const [open] = (await listInvitations(admin)).filter((found) => found.email === email);
  expect((await revokeInvitation(admin, open?.id ?? "")).ok).toBe(true);
  expect(await acceptInvitation(person, token)).toEqual(notFound);
  expect(await revokeInvitation(admin, open?.id ?? "")).toEqual(notFound);
  expect(await roleOf(person)).toMatchObject({ role: "CUSTOMER" });
});

test("sending again replaces the link", async () => {
  const { person } = await makeCustomer("lagi");
  const email = person.email ?? "";
  await invite(email);
  const first = await tokenOf(email);
  expect(await invite(email)).toMatchObject({ problem: "already_invited" });
  const [open] = (await listInvitations(admin)).filter((found) => found.email === email);
  expect((await resendInvitation(admin, open?.id ?? "", "en")).ok).toBe(true);
  const second = await tokenOf(email);
  expect(await mailsTo(email)).toHaveLength(2);
  expect(second).not.toBe(first);
  expect(await acceptInvitation(person, first)).toEqual(notFound);
  expect((await acceptInvitation(person, second)).ok).toBe(true);
});

test("two presses accept one invitation once", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { person } = await makeCustomer(`dua-kali-${round}`);
    await invite(person.email ?? "", "ADMIN");
    const token = await tokenOf(person.email ?? "");
    const results = await Promise.all([
      acceptInvitation(person, token),
      acceptInvitation(person, token),
    ]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await roleOf(person)).toMatchObject({ role: "ADMIN" });
    const [count] = await asSeed()<{ n: number }[]>`
      select count(*)::int as n from audit_entries where action = 'role.changed' and subject_id = ${person.id}`;
    expect(count).toEqual({ n: 1 });
  }
});

test("revoking an invitation to a role beyond the rights of the actor is refused", async () => {
  const email = "calon-pemilik@contoh.test";
  expect((await invite(email, "ADMIN")).ok).toBe(true);
  const [open] = await asSeed()<{ id: string }[]>`
    select id from staff_invitations where email = ${email}`;
  const id = crypto.randomUUID();
  await asSeed()`insert into staff_roles (id, name, permissions) values (${id}, 'Pengundang', '{staff.edit}')`;
  const { person } = await makeCustomer("pengatur");
  await asSeed()`update profiles set role = 'USER', staff_role = ${id} where id = ${person.id}`;
  const manager = await withProof({ ...person, role: "USER", permissions: ["staff.edit"] });
  expect(await revokeInvitation(manager, open?.id ?? "")).toEqual({
    ok: false,
    problem: "beyond_own_rights",
  });
  const [kept] = await asSeed()`select revoked_at from staff_invitations where email = ${email}`;
  expect(kept).toEqual({ revoked_at: null });
  expect((await revokeInvitation(admin, open?.id ?? "")).ok).toBe(true);
});

test("an invitation of somebody who may no longer give the role is none", async () => {
  const { person: inviter } = await makeCustomer("pengundang");
  const { person } = await makeCustomer("terundang");
  await asSeed()`update profiles set role = 'ADMIN' where id = ${inviter.id}`;
  const proven = await withProof({ ...inviter, role: "ADMIN", permissions: owner.permissions });
  expect((await inviteStaff(proven, { email: person.email ?? "", role: "sales" }, "id")).ok).toBe(
    true,
  );
  const token = await tokenOf(person.email ?? "");
  const demoted = await changeStaffRights(
    admin,
    inviter.id,
    { role: "ADMIN", staff_role: "manager" },
    { role: "USER", staff_role: "reader" },
  );
  expect(demoted.ok).toBe(true);
  expect(await acceptInvitation(person, token)).toEqual(notFound);
});

test("who may not invite, and what is no invitation, leaves neither a row nor a mail", async () => {
  const count = async () =>
    (
      await asSeed()`select (select count(*) from staff_invitations)::int as rows,
      (select count(*) from private.outbox)::int as mails`
    )[0];
  const before = await count();
  expect(await inviteStaff(owner, { email: "a@contoh.test", role: "sales" }, "id")).toMatchObject({
    problem: "reauthentication_needed",
  });
  expect(
    await inviteStaff(await withProof(clerk), { email: "a@contoh.test", role: "sales" }, "id"),
  ).toMatchObject({ problem: "not_permitted" });
  expect(await invite("a@contoh.test", "entah")).toMatchObject({ problem: "role_unknown" });
  for (const email of [
    "",
    "bukan",
    "a@b",
    `${"x".repeat(1000)}@b.test`,
    "a@b.test, c@d.test",
    "a@b.test\nBcc: c@d.test",
  ]) {
    expect(v.safeParse(invitationSchema, { email, role: "sales" }).success).toBe(false);
  }
  expect(v.parse(invitationSchema, { email: " Siti@Contoh.TEST ", role: "sales" }).email).toBe(
    "siti@contoh.test",
  );
  expect(await count()).toEqual(before);
});
