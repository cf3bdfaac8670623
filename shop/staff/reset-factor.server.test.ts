import { expect, test } from "vitest";
import { makeStaff } from "#tests/support/builders/limits.ts";
import { provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
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
    { recipient: person.email, subject: expect.stringContaining("Faktor kedua Anda") },
  ]);
  const acts = await asSeed()`
    select actor_id, subject_id from audit_entries where action = 'person.factor_reset'`;
  expect(acts).toEqual([{ actor_id: admin.id, subject_id: person.id }]);
});
