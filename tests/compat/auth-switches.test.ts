import { expect, test } from "vitest";
import { relaxedAuth, signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* The settings that a merchant may switch. */

testDatabase();
const password = "kertas-karbon-7";
const open = testBackend({
  auth: {
    ...relaxedAuth,
    anonymous: true,
    autoconfirm: true,
    phoneAutoconfirm: true,
    codeLength: 8,
    passwordCharacters: ["abcdefghijklmnopqrstuvwxyz", "0123456789"],
  },
});
const closed = testBackend({
  auth: {
    ...relaxedAuth,
    email: false,
    disableSignup: true,
    manualLinking: false,
    factors: { totp: false, phone: false },
  },
});
const plain = testBackend();
const guarded = testBackend({
  auth: relaxedAuth,
  verifyCaptcha: async (token) => (token === "solved" ? undefined : ["invalid-input-response"]),
});

test("an anonymous sign-in gets an account, and becomes permanent with an address", async () => {
  const client = open().client();
  const signedIn = await client.auth.signInAnonymously({ options: { data: { cart: "x" } } });
  expect(signedIn.error).toBeNull();
  expect(signedIn.data.user).toMatchObject({
    is_anonymous: true,
    email: "",
    app_metadata: {},
    user_metadata: { cart: "x" },
  });
  const claims = await client.auth.getClaims();
  expect(claims.data?.claims).toMatchObject({ is_anonymous: true, amr: [{ method: "anonymous" }] });
  const factor = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "x" });
  expect(factor.error).toMatchObject({ status: 403, code: "no_authorization" });
  expect((await client.auth.updateUser({ password })).error).toMatchObject({ status: 422 });
  const changed = await client.auth.updateUser({ email: "dikenal@shop.test", password });
  expect(changed.error).toBeNull();
  expect(changed.data.user).toMatchObject({
    id: signedIn.data.user?.id,
    email: "dikenal@shop.test",
    is_anonymous: false,
    app_metadata: { provider: "email", providers: ["email"] },
    identities: [{ provider: "email" }],
  });
  const again = await open()
    .client()
    .auth.signInWithPassword({ email: "dikenal@shop.test", password });
  expect(again.data.user?.id).toBe(signedIn.data.user?.id);
});

test("without confirmation, signing up signs in at once, by address and by number", async () => {
  const client = open().client();
  const byMail = await client.auth.signUp({ email: "langsung@shop.test", password });
  expect(byMail.data.session).not.toBeNull();
  const byPhone = await open().client().auth.signUp({ phone: "+6281200000001", password });
  expect(byPhone.data.session).not.toBeNull();
  const twice = await open().client().auth.signUp({ email: "langsung@shop.test", password });
  expect(twice.error).toMatchObject({ status: 422, code: "user_already_exists" });
  const unproven = await client.auth.updateUser({ email: "langsung@baru.test" });
  expect(unproven.error).toMatchObject({ status: 400, code: "reauthentication_needed" });
  const proof = { current_password: password };
  const changed = await client.auth.updateUser({ email: "langsung@baru.test", ...proof } as never);
  expect(changed.data.user?.email).toBe("langsung@baru.test");
});

test("codes have the configured length", async () => {
  const email = "panjang@shop.test";
  await open().client().auth.signUp({ email, password });
  await open().client().auth.signInWithOtp({ email });
  const { text } = await open().mailTo(email);
  const code = /^\d{8}$/m.exec(text)?.[0] ?? "";
  const verified = await open().client().auth.verifyOtp({ email, token: code, type: "email" });
  expect(verified.error).toBeNull();
});

test.each([
  ["pendek", ["length", "characters"]],
  ["tanpaangkasama", ["characters"]],
  ["1qaz2wsx3edc", ["pwned"]],
  ["sayangku123", ["pwned"]],
  ["bismillah123", ["pwned"]],
  ["aaaaaaaa1111", ["pwned"]],
  ["password2026", ["pwned"]],
] as const)("a weak password is refused with its reasons: %s", async (weak, reasons) => {
  const { error } = await open().client().auth.signUp({ email: "lemah@shop.test", password: weak });
  expect(error).toMatchObject({ name: "AuthWeakPasswordError", status: 422, reasons });
});

test("a password equal to the e-mail address is weak, on a change too", async () => {
  const client = open().client();
  await client.auth.signUp({ email: "kusumawardani7@shop.test", password });
  const changed = await client.auth.updateUser({ password: "kusumawardani7@shop.test" });
  expect(changed.error).toMatchObject({ code: "weak_password" });
});

test("a disabled feature is refused by name", async () => {
  const client = closed().client();
  const signUp = await client.auth.signUp({ email: "baru@shop.test", password });
  expect(signUp.error).toMatchObject({ status: 422, code: "signup_disabled" });
  const login = await client.auth.signInWithPassword({ email: "dikenal@shop.test", password });
  expect(login.error).toMatchObject({ status: 422, code: "email_provider_disabled" });
  const code = await client.auth.signInWithOtp({ phone: "+6281200000009" });
  expect(code.error).toMatchObject({ status: 422, code: "otp_disabled" });
  const settings = await fetch(`${closed().url}/auth/v1/settings`, {
    headers: { apikey: closed().keys.publishable },
  });
  expect(await settings.json()).toMatchObject({
    external: { email: false, phone: true, anonymous_users: false },
    disable_signup: true,
  });
});

test("factors and linking can be switched off", async () => {
  const person = await open().client().auth.signUp({ phone: "+6281200000002", password });
  expect(person.error).toBeNull();
  const client = closed().client();
  const signedIn = await client.auth.signInWithPassword({ phone: "+6281200000002", password });
  expect(signedIn.error).toBeNull();
  const factor = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "x" });
  expect(factor.error).toMatchObject({ status: 422, code: "mfa_totp_enroll_not_enabled" });
  const identity = signedIn.data.user?.identities?.[0];
  if (!identity) throw new Error("no identity");
  expect((await client.auth.unlinkIdentity(identity)).error).toMatchObject({
    status: 404,
    code: "manual_linking_disabled",
  });
});

test("with a configured captcha every request needs a solved one", async () => {
  const client = guarded().client();
  const email = "manusia@shop.test";
  const without = await client.auth.signUp({ email, password });
  expect(without.error).toMatchObject({ status: 400, code: "captcha_failed" });
  expect(without.error?.message).toContain("no captcha_token found");
  const wrong = await client.auth.signUp({ email, password, options: { captchaToken: "guess" } });
  expect(wrong.error?.message).toContain("invalid-input-response");
  const options = { captchaToken: "solved" };
  expect((await client.auth.signUp({ email, password, options })).error).toBeNull();
  for (const refused of [
    await client.auth.signInWithPassword({ email, password }),
    await client.auth.signInWithOtp({ email }),
    await client.auth.resetPasswordForEmail(email),
    await client.auth.resend({ type: "signup", email }),
  ]) {
    expect(refused.error).toMatchObject({ code: "captcha_failed" });
  }
  expect((await client.auth.resetPasswordForEmail(email, options)).error).toBeNull();
  // Refreshes are automatic, so they cannot solve a captcha.
  const { code } = await guarded().mailTo(email);
  const verified = await client.auth.verifyOtp({ email, token: code, type: "recovery" });
  expect(verified.error).toBeNull();
  expect((await client.auth.refreshSession()).error).toBeNull();
});

test("a person who is signed in by number adds a second factor by text message", async () => {
  const client = await signedInClient(plain(), "faktor-hp@shop.test");
  const enrolled = await client.auth.mfa.enroll({
    factorType: "phone",
    phone: "+62 812 3456 0001",
    friendlyName: "HP",
  });
  expect(enrolled.error).toBeNull();
  expect(enrolled.data).toMatchObject({ type: "phone", phone: "6281234560001" });
  const factorId = enrolled.data?.id ?? "";
  const challenge = await client.auth.mfa.challenge({ factorId });
  expect(challenge.data).toMatchObject({ type: "phone" });
  const challengeId = challenge.data?.id ?? "";
  const code = await smsTo("+6281234560001");
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  const refused = await client.auth.mfa.verify({ factorId, challengeId, code: wrong });
  expect(refused.error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
  const { data } = await client.auth.getSession();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      plain().post(
        `/auth/v1/factors/${factorId}/verify`,
        { challenge_id: challengeId, code },
        { Authorization: `Bearer ${data.session?.access_token}` },
      ),
    ),
  );
  const good = answers.filter(({ status }) => status === 200);
  expect(good).toHaveLength(1);
  const session = await good[0]?.json();
  await client.auth.setSession(session);
  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level.data).toMatchObject({ currentLevel: "aal2" });
  expect(level.data?.currentAuthenticationMethods[0]).toMatchObject({ method: "mfa/phone" });
  const second = await client.auth.mfa.enroll({
    factorType: "phone",
    phone: "+6281234560001",
    friendlyName: "HP lagi",
  });
  expect(second.error).toMatchObject({ code: "mfa_verified_factor_exists" });
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
});

async function smsTo(phone: string): Promise<string> {
  const [sms] = await asSeed()<{ text: string }[]>`
    select text from private.outbox where kind = 'sms' and recipient = ${phone}
    order by created_at desc limit 1`;
  return /^\d+/.exec(sms?.text ?? "")?.[0] ?? "";
}
