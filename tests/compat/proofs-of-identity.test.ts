import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { authenticatorCode } from "#tests/support/browser/authenticator.ts";
import { signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* A stolen session cannot reauthenticate, and cannot change the password or a contact in order to reauthenticate. */

testDatabase();
const backend = testBackend();
const password = "kertas-karbon-7";
const next = "nota-baru-88";
const anybody = () => `${randomUUID().slice(0, 8)}@shop.test`;
let numbers = 628_150_000_000;

/** A person and their password session, as an attacker would have stolen it. */
async function stolen(): Promise<{ email: string; client: SupabaseClient }> {
  const email = anybody();
  await signedInClient(backend(), email, password);
  const client = backend().client();
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
  return { email, client };
}

async function prove(client: SupabaseClient, proof: Record<string, string>): Promise<unknown> {
  const { data } = await client.auth.getSession();
  const answer = await backend().post("/auth/v1/reauthenticate", proof, {
    Authorization: `Bearer ${data.session?.access_token}`,
  });
  return answer.ok ? "proven" : ((await answer.json()) as { error_code: string }).error_code;
}

async function isFresh(client: SupabaseClient): Promise<boolean> {
  const claims = (await client.auth.getClaims()).data?.claims;
  const [row] = await asSeed()<{ fresh: boolean }[]>`
    select private.is_fresh_session(${claims?.session_id ?? null}, ${claims?.sub ?? null}) as fresh`;
  return row?.fresh === true;
}

const subjectsTo = async (recipient: string) =>
  (
    await asSeed()<{ subject: string }[]>`
      select coalesce(subject, text) as subject from private.outbox where recipient = ${recipient}
      order by created_at, id`
  ).map(({ subject }) => subject);
const needed = { status: 400, code: "reauthentication_needed" };
const changedPassword = "Kata sandi Anda diganti";

test("a session cannot set a password and then reauthenticate with it", async () => {
  const { email, client } = await stolen();
  expect((await client.auth.updateUser({ password: next })).error).toMatchObject(needed);
  expect(await prove(client, { password: next })).toBe("current_password_invalid");
  expect(await isFresh(client)).toBe(false);
  const owner = await backend().client().auth.signInWithPassword({ email, password });
  expect(owner.error).toBeNull();
  expect(await subjectsTo(email)).not.toContain(changedPassword);
});

test.each([
  ["the old password", async () => ({ current_password: password })],
  [
    "a mailed code",
    async (client: SupabaseClient, email: string) => {
      expect((await client.auth.reauthenticate()).error).toBeNull();
      return { nonce: (await backend().mailTo(email)).code };
    },
  ],
  [
    "a reauthentication of the session",
    async (client: SupabaseClient) => {
      expect(await prove(client, { password })).toBe("proven");
      return {};
    },
  ],
])("%s changes the password, and the owner gets a mail", async (_title, proofOf) => {
  const { email, client } = await stolen();
  const proof = await proofOf(client, email);
  expect((await client.auth.updateUser({ password: next, ...proof })).error).toBeNull();
  expect((await subjectsTo(email)).at(-1)).toBe(changedPassword);
  const again = await backend().client().auth.signInWithPassword({ email, password: next });
  expect(again.error).toBeNull();
});

test("wrong passwords and codes change nothing", async () => {
  const { email, client } = await stolen();
  for (const [proof, code] of [
    [{ current_password: "salah-sekali-9" }, "current_password_invalid"],
    [{ nonce: "000000" }, "reauthentication_not_valid"],
  ] as const) {
    const changed = await client.auth.updateUser({ password: next, data: { name: "X" }, ...proof });
    expect(changed.error).toMatchObject({ code });
  }
  const [row] = await asSeed()`
    select raw_user_meta_data ? 'name' as changed from auth.users where email = ${email}`;
  expect(row).toEqual({ changed: false });
  expect((await backend().client().auth.signInWithPassword({ email, password })).error).toBeNull();
});

test("a recovery allows setting a password for ten minutes; a sign-in code does not", async () => {
  const email = anybody();
  await signedInClient(backend(), email, password);
  const bySignIn = backend().client();
  await bySignIn.auth.signInWithOtp({ email });
  const token = (await backend().mailTo(email)).code;
  expect((await bySignIn.auth.verifyOtp({ email, token, type: "email" })).error).toBeNull();
  expect((await bySignIn.auth.updateUser({ password: next })).error).toMatchObject(needed);

  const recovered = async () => {
    const client = backend().client();
    await client.auth.resetPasswordForEmail(email);
    const { code } = await backend().mailTo(email);
    const opened = await client.auth.verifyOtp({ email, token: code, type: "recovery" });
    expect(opened.error).toBeNull();
    return client;
  };
  const late = await recovered();
  await asSeed()`
    update auth.sessions set reauthenticated_at = reauthenticated_at - interval '11 minutes'`;
  expect((await late.auth.updateUser({ password: next })).error).toMatchObject(needed);
  const soon = await recovered();
  expect((await soon.auth.updateUser({ password: next })).error).toBeNull();
  expect((await subjectsTo(email)).at(-1)).toBe(changedPassword);
});

test("a second factor that the session added does not count as reauthentication", async () => {
  const { client } = await stolen();
  const { data } = await client.auth.mfa.enroll({ factorType: "totp" });
  const code = authenticatorCode(data?.totp.secret ?? "");
  const raised = await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? "", code });
  expect(raised.error).toBeNull();
  expect((await client.auth.updateUser({ password: next })).error).toMatchObject(needed);
  expect((await client.auth.updateUser({ phone: String(++numbers) })).error).toMatchObject(needed);
  expect(await isFresh(client)).toBe(false);
});

test("a recovery counts as reauthentication only after the second factor", async () => {
  const { email, client } = await stolen();
  const { data } = await client.auth.mfa.enroll({ factorType: "totp" });
  const secret = data?.totp.secret ?? "";
  const factorId = data?.id ?? "";
  await client.auth.mfa.challengeAndVerify({ factorId, code: authenticatorCode(secret) });
  const recovered = backend().client();
  await recovered.auth.resetPasswordForEmail(email);
  const { code: token } = await backend().mailTo(email);
  await recovered.auth.verifyOtp({ email, token, type: "recovery" });
  expect(await isFresh(recovered)).toBe(false);
  expect((await recovered.auth.updateUser({ password: next })).error?.code).toBe(
    "insufficient_aal",
  );
  const code = authenticatorCode(secret, 1);
  expect((await recovered.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  expect(await isFresh(recovered)).toBe(true);
  expect((await recovered.auth.updateUser({ password: next })).error).toBeNull();
});

test("a new address requires the code sent to the old address, which also gets a notice", async () => {
  const { email, client } = await stolen();
  const address = anybody();
  expect((await client.auth.updateUser({ email: address })).error).toBeNull();
  const { code: newCode } = await backend().mailTo(address);
  const half = await client.auth.verifyOtp({
    email: address,
    token: newCode,
    type: "email_change",
  });
  expect(half.data.session).toBeNull();
  expect((await client.auth.getUser()).data.user?.email).toBe(email);
  const { code } = await backend().mailTo(email);
  const whole = await client.auth.verifyOtp({ email, token: code, type: "email_change" });
  expect(whole.data.user?.email).toBe(address);
  expect((await subjectsTo(email)).at(-1)).toBe("Alamat email akun Anda diganti");
});

test("a new phone number requires reauthentication, and the owner gets a mail", async () => {
  const { email, client } = await stolen();
  const phone = String(++numbers);
  expect((await client.auth.updateUser({ phone })).error).toMatchObject(needed);
  const proof = { current_password: password };
  expect((await client.auth.updateUser({ phone, ...proof } as never)).error).toBeNull();
  const [message] = await asSeed()<{ text: string }[]>`
    select text from private.outbox where recipient = ${`+${phone}`}`;
  const token = /\d{6}/.exec(message?.text ?? "")?.[0] ?? "";
  const done = await client.auth.verifyOtp({ phone, token, type: "phone_change" });
  expect(done.error).toBeNull();
  expect((await subjectsTo(email)).at(-1)).toBe("Nomor HP akun Anda diganti");
});

test("the first address of an account with a number requires reauthentication", async () => {
  const phone = String(++numbers);
  const client = backend().client();
  const codeOf = async () => {
    const [message] = await asSeed()<{ text: string }[]>`
      select text from private.outbox where recipient = ${`+${phone}`}
      order by created_at desc, id limit 1`;
    return /\d{6}/.exec(message?.text ?? "")?.[0] ?? "";
  };
  await client.auth.signInWithOtp({ phone });
  const signedIn = await client.auth.verifyOtp({ phone, token: await codeOf(), type: "sms" });
  expect(signedIn.error).toBeNull();
  const email = anybody();
  expect((await client.auth.updateUser({ email })).error).toMatchObject(needed);
  expect(await subjectsTo(email)).toEqual([]);
  expect((await client.auth.reauthenticate()).error).toBeNull();
  const nonce = await codeOf();
  expect((await client.auth.updateUser({ email, nonce })).error).toBeNull();
  expect(await subjectsTo(email)).toHaveLength(1);
});
