import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { authenticatorCode } from "#tests/support/browser/authenticator.ts";
import { relaxedAuth, signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase();
const backend = testBackend({ auth: { ...relaxedAuth, maxMisses: 5 } });
const password = "kertas-karbon-7";

async function ask(client: SupabaseClient, path: string, body: object = {}) {
  const { data } = await client.auth.getSession();
  return backend().post(`/auth/v1${path}`, body, {
    Authorization: `Bearer ${data.session?.access_token}`,
    "X-Supabase-Api-Version": "2024-01-01",
  });
}

/** A person with a second factor, and their ten codes. */
async function withCodes(email: string) {
  const client = await signedInClient(backend(), email, password);
  expect((await ask(client, "/recovery-codes")).status).toBe(403);
  const enrolled = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Ponsel" });
  if (enrolled.error) throw enrolled.error;
  const { id: factorId, totp } = enrolled.data;
  await client.auth.mfa.challengeAndVerify({ factorId, code: authenticatorCode(totp.secret) });
  const answer = await ask(client, "/recovery-codes");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const { codes } = (await answer.json()) as { codes: string[] };
  return { client, factorId, codes };
}

async function weakClient(email: string): Promise<SupabaseClient> {
  const client = backend().client();
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

test("ten codes of fifty bits, stored as hashes only, deleted with the last factor", async () => {
  const { client, factorId, codes } = await withCodes("sepuluh@shop.test");
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/);
  const rows = await asSeed()`
    select c.* from auth.recovery_codes c join auth.users u on u.id = c.user_id
    where u.email = 'sepuluh@shop.test'`;
  expect(rows).toHaveLength(10);
  for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code);
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
  expect(
    await asSeed()`select 1 from auth.recovery_codes where user_id = ${rows[0]?.user_id}`,
  ).toHaveLength(0);
});

test("a code passes the second step once, in any spelling, and the owner is notified", async () => {
  const email = "sekali@shop.test";
  const { codes, client } = await withCodes(email);
  const weak = await weakClient(email);
  const typed = ` ${codes[0]?.toLowerCase().replace("-", " ")} `;
  const opened = await ask(weak, "/recovery-codes/verify", { code: typed });
  expect(opened.status).toBe(200);
  const session = (await opened.json()) as { access_token: string; refresh_token: string };
  expect((await weak.auth.setSession(session)).error).toBeNull();
  const level = await weak.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level.data).toMatchObject({ currentLevel: "aal2" });
  expect((await weak.auth.refreshSession()).error).toBeNull();
  // The sessions of a person who lost the phone stay valid.
  expect((await client.auth.getUser()).error).toBeNull();
  const { subject, text } = await backend().mailTo(email);
  expect(subject).toBe("Kode pemulihan dipakai");
  expect(text).toContain("Sisa kode: 9");

  const again = await ask(await weakClient(email), "/recovery-codes/verify", { code: codes[0] });
  expect(again.status).toBe(422);
  expect(await again.json()).toMatchObject({ code: "recovery_code_invalid" });
});

test("new codes replace the old ones, and another person's codes are refused", async () => {
  const { client, codes } = await withCodes("ganti@shop.test");
  const { codes: others } = await withCodes("lain@shop.test");
  const { codes: fresh } = (await (await ask(client, "/recovery-codes")).json()) as {
    codes: string[];
  };
  const weak = await weakClient("ganti@shop.test");
  for (const code of [codes[0], others[0]]) {
    expect((await ask(weak, "/recovery-codes/verify", { code })).status).toBe(422);
  }
  expect((await ask(weak, "/recovery-codes/verify", { code: fresh[0] })).status).toBe(200);
});

test("guessing is limited, and invalid input is a client error", async () => {
  const { codes } = await withCodes("tebak@shop.test");
  const weak = await weakClient("tebak@shop.test");
  for (const code of ["", "   ", 5, null]) {
    expect((await ask(weak, "/recovery-codes/verify", { code })).status).toBe(400);
  }
  for (let guess = 0; guess < 5; guess++) {
    const answer = await ask(weak, "/recovery-codes/verify", { code: `AAAAA-AAAA${guess + 2}` });
    expect(answer.status).toBe(422);
  }
  const locked = await ask(weak, "/recovery-codes/verify", { code: codes[0] });
  expect(locked.status).toBe(429);
});

test("of fifty concurrent uses of one code one succeeds", async () => {
  const email = "lomba@shop.test";
  const { codes } = await withCodes(email);
  const weak = await weakClient(email);
  await asSeed()`delete from auth.attempts`;
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => ask(weak, "/recovery-codes/verify", { code: codes[3] })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status >= 500)).toHaveLength(0);
  const [used] = await asSeed()`
    select count(*)::int as count from auth.recovery_codes c join auth.users u on u.id = c.user_id
    where u.email = ${email} and c.used_at is not null`;
  expect(used).toEqual({ count: 1 });
});

test("a proof makes a session fresh: the password, or a code where there is none, never without the factor", async () => {
  const email = "segar@shop.test";
  await signedInClient(backend(), email, password);
  const client = backend().client();
  await client.auth.signInWithPassword({ email, password });
  const isFresh = async () => {
    const { data } = await client.auth.getClaims();
    const [row] = await asSeed()<{ fresh: boolean }[]>`
      select private.is_fresh_session(${data?.claims.session_id ?? null}, ${data?.claims.sub ?? null}) as fresh`;
    return row?.fresh;
  };
  expect(await isFresh()).toBe(false);
  const wrong = await ask(client, "/reauthenticate", { password: "bukan ini" });
  expect(await wrong.json()).toMatchObject({ code: "current_password_invalid" });
  expect((await ask(client, "/reauthenticate", {})).status).toBe(400);
  expect((await ask(client, "/reauthenticate", { password, nonce: "1" })).status).toBe(400);
  expect(await isFresh()).toBe(false);
  expect((await ask(client, "/reauthenticate", { password })).status).toBe(200);
  expect(await isFresh()).toBe(true);

  await asSeed()`update auth.sessions set reauthenticated_at = now() - interval '11 minutes'`;
  expect(await isFresh()).toBe(false);
  await client.auth.reauthenticate();
  const { code: nonce } = await backend().mailTo(email);
  expect((await ask(client, "/reauthenticate", { nonce })).status).toBe(200);
  expect((await ask(client, "/reauthenticate", { nonce })).status).toBe(422);

  const enrolled = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Ponsel" });
  const { id: factorId, totp } = enrolled.data ?? { id: "", totp: { secret: "" } };
  await client.auth.mfa.challengeAndVerify({ factorId, code: authenticatorCode(totp.secret) });
  await asSeed()`update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'`;
  const stale = await ask(client, "/reauthenticate", { password });
  expect(await stale.json()).toMatchObject({ code: "second_factor_needed" });
});

test("a person with only a number proves it by text message", async () => {
  const phone = "+6281277788899";
  const client = backend().client();
  await client.auth.signInWithOtp({ phone });
  const digits = async () => {
    const [sms] = await asSeed()<{ text: string }[]>`
      select text from private.outbox where recipient = ${phone} order by created_at desc limit 1`;
    return /^\d{6}/.exec(sms?.text ?? "")?.[0] ?? "";
  };
  await client.auth.verifyOtp({ phone, token: await digits(), type: "sms" });
  expect((await client.auth.reauthenticate()).error).toBeNull();
  expect((await ask(client, "/reauthenticate", { nonce: await digits() })).status).toBe(200);
});

test("the official client's own calls: a set, its status, one use, a new set, none", async () => {
  const email = "resmi@shop.test";
  const official = createClient(backend().url, backend().keys.publishable, {
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      experimental: { recoveryCodes: true },
    },
  });
  const client = await signedInClient(backend(), email, password);
  const signIn = () => official.auth.signInWithPassword({ email, password });
  const { recoveryCodes } = official.auth.mfa;
  await signIn();
  expect((await recoveryCodes.getStatus()).error).toMatchObject({ code: "mfa_factor_not_found" });
  expect((await recoveryCodes.generate()).error).toMatchObject({ code: "insufficient_aal" });
  const enrolled = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Ponsel" });
  const { id: factorId, totp } = enrolled.data ?? { id: "", totp: { secret: "" } };
  const code = authenticatorCode(totp.secret);
  await client.auth.mfa.challengeAndVerify({ factorId, code });
  const { data: raised } = await client.auth.getSession();
  if (!raised.session) throw new Error("no session");
  await official.auth.setSession(raised.session);

  const made = await recoveryCodes.generate();
  expect(made.error).toBeNull();
  expect(made.data).toMatchObject({ type: "recovery_code", total: 10 });
  expect((await recoveryCodes.generate()).error).toMatchObject({
    code: "mfa_verified_factor_exists",
  });
  await signIn();
  const used = await recoveryCodes.verify({ code: ` ${made.data?.codes[0]?.toLowerCase()} ` });
  expect(used.error).toBeNull();
  const level = await official.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level.data?.currentLevel).toBe("aal2");
  const left = await recoveryCodes.getStatus();
  expect(left.data).toEqual({ id: made.data?.id, type: "recovery_code", total: 10, remaining: 9 });
  const unproven = { status: 400, code: "reauthentication_needed" };
  expect((await recoveryCodes.regenerate()).error).toMatchObject(unproven);
  expect((await recoveryCodes.unenroll()).error).toMatchObject(unproven);
  expect((await ask(official, "/recovery-codes")).status).toBe(400);
  expect((await recoveryCodes.getStatus()).data).toEqual(left.data);
  expect((await ask(official, "/reauthenticate", { password })).status).toBe(200);
  const fresh = await recoveryCodes.regenerate();
  expect(fresh.data?.codes).toHaveLength(10);
  expect(fresh.data?.codes).not.toContain(made.data?.codes[1]);
  expect((await recoveryCodes.verify({ code: made.data?.codes[1] ?? "" })).error).toMatchObject({
    code: "recovery_code_invalid",
  });
  expect((await recoveryCodes.unenroll()).data).toEqual({ id: fresh.data?.id });
  expect((await recoveryCodes.getStatus()).error).toMatchObject({ status: 404 });
  expect((await recoveryCodes.regenerate()).error).toMatchObject({ status: 404 });
  await signIn();
  expect((await recoveryCodes.unenroll()).error).toMatchObject({ code: "insufficient_aal" });
  const none = await recoveryCodes.verify({ code: fresh.data?.codes[0] ?? "" });
  expect(none.error).toMatchObject({ status: 422 });
});
