import { beforeAll, expect, test } from "vitest";
import { hashPassword } from "#backend/auth/users/passwords.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/*
 * Accounts from a hosted project. The statements that people have for it (seeds of development, rows of a dump) name
 * all of GoTrue's columns; the owner of the database runs them unchanged.
 */

const database = testDatabase();
const backend = testBackend();
const password = "kertas-karbon-7";
let hash = "";
beforeAll(async () => {
  hash = await hashPassword(password);
});

async function asOwner(statement: string): Promise<Record<string, unknown>[]> {
  const owner = openPostgres(database.url(), { max: 1 });
  try {
    return await owner.unsafe(statement);
  } finally {
    await owner.end();
  }
}

test("a seed with '' for missing links makes accounts that can sign in", async () => {
  await asOwner(`
    insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, recovery_sent_at,
      last_sign_in_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token, email_change,
      email_change_token_new, recovery_token)
    select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated',
      'Benih' || n || '@example.test', '${hash}', current_timestamp, current_timestamp, current_timestamp,
      '{"provider":"email","providers":["email"]}', '{"name":"Benih"}', current_timestamp, current_timestamp, '', '', '', ''
    from generate_series(1, 3) n;
    insert into auth.identities (id, user_id, provider_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    select gen_random_uuid(), id, id::text, format('{"sub":"%s","email":"%s"}', id, email)::jsonb, 'email',
      current_timestamp, current_timestamp, current_timestamp
    from auth.users where email like 'benih%';`);
  const client = backend().client();
  const { data, error } = await client.auth.signInWithPassword({
    email: "benih2@example.test",
    password,
  });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ role: "authenticated", user_metadata: { name: "Benih" } });
  expect(data.user?.identities).toHaveLength(1);
  expect(data.user?.new_email).toBeUndefined();
});

test("accounts of a dump with nulls and open links work, the links are not imported", async () => {
  await asOwner(`
    insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, invited_at,
      confirmation_token, confirmation_sent_at, recovery_token, recovery_sent_at, email_change_token_new, email_change,
      email_change_sent_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, is_super_admin, created_at, updated_at,
      phone, phone_confirmed_at, phone_change, phone_change_token, phone_change_sent_at, email_change_token_current,
      email_change_confirm_status, banned_until, reauthentication_token, reauthentication_sent_at, is_sso_user, deleted_at,
      is_anonymous)
    select null, gen_random_uuid(), 'authenticated', 'authenticated', 'pindah' || n || '@example.test', '${hash}', now(), null,
      null, null, 'f2a1b3c4', now(), '', '', null, null, '{"provider":"email","providers":["email"]}', null, null, now(), now(),
      '', null, '', '', null, '', 0, null, '', null, false, null, false
    from generate_series(1, 2) n;`);
  const client = backend().client();
  const { data, error } = await client.auth.signInWithPassword({
    email: "pindah1@example.test",
    password,
  });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ phone: "", user_metadata: {}, is_anonymous: false });
  const old = await client.auth.verifyOtp({ type: "recovery", token_hash: "f2a1b3c4" });
  expect(old.error?.code).toBe("otp_expired");
  const fresh = await client.auth.resetPasswordForEmail("pindah2@example.test");
  expect(fresh.error).toBeNull();
  const { link } = await backend().mailTo("pindah2@example.test");
  const [row] = await asOwner(
    "select * from auth.users where email = 'pindah2@example.test' and confirmation_token is not null",
  );
  expect(row?.recovery_token).toBe("");
  const secret = new URL(link).searchParams.get("token") ?? "";
  expect(secret.length).toBeGreaterThan(20);
  expect(JSON.stringify(row)).not.toContain(secret);
});

test("the repair statements for a hosted project's rows change nothing here", async () => {
  await asOwner(`insert into auth.users (email, encrypted_password, email_confirmed_at)
    values ('lama@example.test', '${hash}', now())`);
  await asOwner(`update auth.users set email_change = '', phone_change = '', confirmation_token = 'abc',
    reauthentication_token = 'def' where email = 'lama@example.test'`);
  const [row] =
    await asOwner(`select email_change, phone_change, confirmation_token, reauthentication_token
    from auth.users where email = 'lama@example.test'`);
  expect(row).toEqual({
    email_change: null,
    phone_change: null,
    confirmation_token: "",
    reauthentication_token: "",
  });
});
