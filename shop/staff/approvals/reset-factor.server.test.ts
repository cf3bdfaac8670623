import { expect, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { approvalActs } from "#shop/office/approval-acts.server.ts";
import { makeStaff, newestApproval } from "#tests/support/builders/limits.ts";
import { provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { approveAct } from "./decide-approval.server.ts";

import { resetFactor } from "./reset-factor.server.ts";

testDatabase({ demo: true });

test("an administrator removes a colleague's lost factor: sessions end, a mail goes out, the log names both", async () => {
  const admin = await provenAdmin();
  const person = await makeStaff("lupa-telepon", "manager");
  const factors = () => asSeed()`
    select id from auth.mfa_factors where user_id = ${person.id} union all
    select id from auth.recovery_codes where user_id = ${person.id} union all
    select id from auth.sessions where user_id = ${person.id}`;
  expect(await resetFactor(admin, person.id)).toEqual({ ok: false, problem: "factor_missing" });
  await asSeed()`
    insert into auth.mfa_factors (user_id, factor_type, status) values (${person.id}, 'totp', 'verified')`;
  await asSeed()`
    insert into auth.recovery_codes (user_id, code_hash) values (${person.id}, 'uji')`;
  // The colleague's own session did not use the factor, so they are not staff now.
  expect(await resetFactor(person, admin.id)).toEqual({ ok: false, problem: "not_permitted" });
  expect(await resetFactor(admin, admin.id)).toEqual({ ok: false, problem: "own_factor" });
  await asSeed()`
    update auth.sessions set reauthenticated_at = now() - interval '1 hour' where user_id = ${admin.id}`;
  expect(await resetFactor(admin, person.id)).toEqual({
    ok: false,
    problem: "reauthentication_needed",
  });
  expect(await factors()).toHaveLength(3);
  await provenAdmin();
  expect(await resetFactor(admin, person.id)).toEqual({ ok: true, value: null });
  expect(await factors()).toHaveLength(0);
  const mails = await asSeed()`
    select recipient, subject from private.outbox where dedupe_key like ${`factor-reset:${person.id}:%`}`;
  expect(mails).toEqual([
    { recipient: person.email, subject: expect.stringContaining("Verifikasi 2 langkah Anda") },
  ]);
  const acts = await asSeed()`
    select actor_id, subject_id from audit_entries where action = 'person.factor_reset'`;
  expect(acts).toEqual([{ actor_id: admin.id, subject_id: person.id }]);
});

test("where the shop wants a second person, a colleague approves it, once and only for the factors that were lost", async () => {
  const admin = await provenAdmin();
  const person = await makeStaff("hilang-telepon", "warehouse");
  const second = await makeStaff("pemilik-kedua", "manager");
  await asSeed()`update profiles set role = 'ADMIN' where id = ${second.id}`;
  const colleague: Person = { ...second, role: "ADMIN" };
  const loseFactor = () => asSeed()`
    insert into auth.mfa_factors (user_id, factor_type, status) values (${person.id}, 'totp', 'verified')`;
  const factors = async () =>
    (await asSeed()`select id from auth.mfa_factors where user_id = ${person.id}`).length;
  await loseFactor();
  await asSeed()`update staff_policy set factor_reset_alone = false`;
  const waits = { ok: false, problem: "waits_for_approval" };
  expect(await resetFactor(admin, person.id)).toEqual(waits);
  expect(await resetFactor(admin, person.id)).toEqual(waits);
  expect(await factors()).toBe(1);
  const request = await newestApproval();
  expect(request).toMatchObject({ kind: "factor", limit_kind: "factor_reset" });
  expect(await asSeed()`select from approvals where subject_id = ${person.id}`).toHaveLength(1);
  expect(await approveAct(admin, request.id, approvalActs)).toEqual({
    ok: false,
    problem: "approval_of_own",
  });
  expect(await approveAct(person, request.id, approvalActs)).toEqual({
    ok: false,
    problem: "not_found",
  });

  expect(await approveAct(colleague, request.id, approvalActs)).toEqual({ ok: true, value: null });
  expect(await factors()).toBe(0);
  const [act] = await asSeed()<{ actor_id: string }[]>`
    select actor_id from audit_entries where action = 'person.factor_reset' and subject_id = ${person.id}`;
  expect(act?.actor_id).toBe(admin.id);

  // The person has set up another one since.
  await loseFactor();
  expect(await resetFactor(admin, person.id)).toEqual(waits);
  const late = await newestApproval();
  await asSeed()`delete from auth.mfa_factors where user_id = ${person.id}`;
  await loseFactor();
  expect(await approveAct(colleague, late.id, approvalActs)).toEqual({
    ok: false,
    problem: "approval_outdated",
  });
  expect(await factors()).toBe(1);
});
