import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { createBackend } from "#backend/backend.server.ts";
import { oidcDouble } from "#tests/support/doubles/oidc.ts";
import { relaxedAuth, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/*
 * Account pre-hijacking: a stranger signs up with another person's address or number before its owner does. The
 * password and the data of a sign-up belong to its confirmation message. Any other proof drops both.
 */

testDatabase();
const provider = oidcDouble();
const backend = testBackend(() => ({
  auth: {
    ...relaxedAuth,
    anonymous: true,
    providers: {
      kampus: {
        issuer: provider().issuer,
        clientId: provider().clientId,
        clientSecret: provider().clientSecret,
      },
    },
  },
}));

const strangers = "penyusup-kata-9";
const owners = "pemilik-sejati-4";
const anybody = () => `${randomUUID().slice(0, 8)}@shop.test`;
let numbers = 6281_300_000_000;
const anyNumber = () => `+${++numbers}`;

type Credentials = { email: string } | { phone: string };

function asAdmin(method: string, path: string, body: unknown): Promise<Response> {
  const { url, keys } = backend();
  return fetch(`${url}/auth/v1${path}`, {
    method,
    headers: {
      "Content-Type": "application/json",
      apikey: keys.secret,
      Authorization: `Bearer ${keys.secret}`,
    },
    body: JSON.stringify(body),
  });
}

/** How a sign-in by password ends: `ok`, or the code of the refusal. */
async function opens(who: Credentials, password: string): Promise<string> {
  const { error } = await backend()
    .client()
    .auth.signInWithPassword({ ...who, password } as never);
  return error ? String(error.code) : "ok";
}

async function strangerSignsUp(who: Credentials, data: object = { full_name: "Penyusup" }) {
  const { error } = await backend()
    .client()
    .auth.signUp({ ...who, password: strangers, options: { data } } as never);
  expect(error).toBeNull();
}

async function codeTo(phone: string): Promise<string> {
  const [sms] = await asSeed()<{ text: string }[]>`
    select text from private.outbox where kind = 'sms' and recipient = ${phone}
    order by created_at desc limit 1`;
  return /\d{6}/.exec(sms?.text ?? "")?.[0] ?? "";
}

async function accountOf(email: string) {
  const [row] = await asSeed()<
    { id: string; data: Record<string, unknown>; full_name: string; language: string }[]
  >`
    select u.id, u.raw_user_meta_data as data, p.full_name, p.language
    from auth.users u join profiles p on p.id = u.id where u.email = ${email}`;
  if (!row) throw new Error("no account");
  return row;
}

/** The stranger's data is gone, and their password is refused. */
async function expectNothingOfTheStranger(email: string): Promise<void> {
  expect(await opens({ email }, strangers)).toBe("invalid_credentials");
  const account = await accountOf(email);
  expect(JSON.stringify(account)).not.toContain("Penyusup");
  const identities = await asSeed()`
    select identity_data from auth.identities where user_id = ${account.id}`;
  expect(JSON.stringify(identities)).not.toContain("Penyusup");
}

async function setOwnPassword(client: SupabaseClient): Promise<void> {
  expect((await client.auth.reauthenticate()).error).toBeNull();
  const { data } = await client.auth.getUser();
  const email = data.user?.email ?? "";
  const nonce = email ? (await backend().mailTo(email)).code : await codeTo(`+${data.user?.phone}`);
  expect((await client.auth.updateUser({ password: owners, nonce })).error).toBeNull();
}

test("the confirmation of a sign-up brings its own password, data and profile", async () => {
  const email = anybody();
  const client = backend().client();
  const made = await client.auth.signUp({
    email,
    password: owners,
    options: { data: { full_name: "Ayu Lestari", language: "en" } },
  });
  expect(made.data.user?.user_metadata).toMatchObject({ full_name: "Ayu Lestari" });
  expect((await backend().mailTo(email)).subject).toBe("Confirm your email address");
  expect(await opens({ email }, owners)).toBe("email_not_confirmed");
  expect(await opens({ email }, strangers)).toBe("invalid_credentials");
  const { code } = await backend().mailTo(email);
  const verified = await client.auth.verifyOtp({ email, token: code, type: "signup" });
  expect(verified.data.user?.user_metadata).toMatchObject({
    full_name: "Ayu Lestari",
    email_verified: true,
  });
  expect(await opens({ email }, owners)).toBe("ok");
  expect(await accountOf(email)).toMatchObject({ full_name: "Ayu Lestari", language: "en" });
});

test("the link of another sign-up brings the other password and data", async () => {
  const email = anybody();
  await strangerSignsUp({ email });
  const client = backend().client();
  await client.auth.signUp({ email, password: owners, options: { data: { full_name: "Ayu" } } });
  const { link } = await backend().mailTo(email);
  await fetch(link, { redirect: "manual" });
  await expectNothingOfTheStranger(email);
  expect(await opens({ email }, owners)).toBe("ok");
  expect(await accountOf(email)).toMatchObject({ full_name: "Ayu" });
});

test("a code or link to sign in drops the password of a sign-up", async () => {
  for (const type of ["email", "magiclink"] as const) {
    const email = anybody();
    await strangerSignsUp({ email });
    const client = backend().client();
    expect((await client.auth.signInWithOtp({ email })).error).toBeNull();
    const { code } = await backend().mailTo(email);
    expect((await client.auth.verifyOtp({ email, token: code, type })).error).toBeNull();
    await expectNothingOfTheStranger(email);
    await setOwnPassword(client);
    expect(await opens({ email }, owners)).toBe("ok");
  }
});

test("a recovery drops the password of a sign-up, and its link opens nothing any more", async () => {
  const email = anybody();
  await strangerSignsUp({ email });
  const first = await backend().mailTo(email);
  const client = backend().client();
  await client.auth.resetPasswordForEmail(email);
  const { code } = await backend().mailTo(email);
  expect((await client.auth.verifyOtp({ email, token: code, type: "recovery" })).error).toBeNull();
  await expectNothingOfTheStranger(email);
  const late = await fetch(first.link, { redirect: "manual" });
  expect(late.headers.get("location")).toContain("error_code=otp_expired");
  await expectNothingOfTheStranger(email);
});

test("an invitation drops the password and the data of a sign-up", async () => {
  const email = anybody();
  await strangerSignsUp({ email });
  expect((await asAdmin("POST", "/invite", { email, data: { team: "kasir" } })).status).toBe(200);
  const { link } = await backend().mailTo(email);
  await fetch(link, { redirect: "manual" });
  await expectNothingOfTheStranger(email);
  expect((await accountOf(email)).data).toMatchObject({ team: "kasir", email_verified: true });
});

test("an open invitation is not replaced by a stranger's sign-up", async () => {
  const email = anybody();
  await asAdmin("POST", "/invite", { email });
  const { link } = await backend().mailTo(email);
  await strangerSignsUp({ email });
  const opened = await fetch(link, { redirect: "manual" });
  expect(opened.headers.get("location")).toContain("access_token");
  await expectNothingOfTheStranger(email);
});

test("a provider's verified address drops the password and the data of a sign-up", async () => {
  const email = anybody();
  await strangerSignsUp({ email });
  provider().person = { sub: randomUUID(), email, email_verified: true };
  const token = await provider().idToken();
  const client = backend().client();
  const signedIn = await client.auth.signInWithIdToken({ provider: "kampus", token });
  expect(signedIn.error).toBeNull();
  await expectNothingOfTheStranger(email);
});

test("an administrator who confirms an address does not confirm a stranger's password", async () => {
  const email = anybody();
  await strangerSignsUp({ email });
  const { link } = await backend().mailTo(email);
  const { id } = await accountOf(email);
  await asAdmin("PUT", `/admin/users/${id}`, { email_confirm: true });
  await expectNothingOfTheStranger(email);
  await fetch(link, { redirect: "manual" });
  await expectNothingOfTheStranger(email);
  await asAdmin("PUT", `/admin/users/${id}`, { password: owners });
  expect(await opens({ email }, owners)).toBe("ok");
});

test("sending the confirmation again keeps the password of its sign-up", async () => {
  const email = anybody();
  const client = backend().client();
  await client.auth.signUp({ email, password: owners, options: { data: { full_name: "Ayu" } } });
  await asSeed()`
    update auth.one_time_tokens set expires_at = now() - interval '1 minute' where relates_to = ${email}`;
  expect((await client.auth.resend({ type: "signup", email })).error).toBeNull();
  const { code } = await backend().mailTo(email);
  expect((await client.auth.verifyOtp({ email, token: code, type: "signup" })).error).toBeNull();
  expect(await opens({ email }, owners)).toBe("ok");
  expect(await accountOf(email)).toMatchObject({ full_name: "Ayu" });
});

test("a number that a stranger signed up opens with the owner's password only", async () => {
  const phone = anyNumber();
  await strangerSignsUp({ phone });
  const byCode = backend().client();
  await byCode.auth.signInWithOtp({ phone });
  const first = await byCode.auth.verifyOtp({ phone, token: await codeTo(phone), type: "sms" });
  expect(first.error).toBeNull();
  expect(JSON.stringify(first.data.user)).not.toContain("Penyusup");
  expect(await opens({ phone }, strangers)).toBe("invalid_credentials");

  const other = anyNumber();
  await strangerSignsUp({ phone: other });
  const client = backend().client();
  await client.auth.signUp({ phone: other, password: owners });
  expect(await opens({ phone: other }, owners)).toBe("phone_not_confirmed");
  const token = await codeTo(other);
  expect((await client.auth.verifyOtp({ phone: other, token, type: "sms" })).error).toBeNull();
  expect(await opens({ phone: other }, strangers)).toBe("invalid_credentials");
  expect(await opens({ phone: other }, owners)).toBe("ok");
});

test("of two sign-ups that share one mail neither password counts", async () => {
  const slow = createBackend({
    config: backend().config,
    keys: backend().keys,
    functions: {},
    auth: { ...relaxedAuth, mailInterval: 60 },
  });
  const signUp = (email: string, password: string) =>
    slow.request("/auth/v1/signup", {
      method: "POST",
      headers: { "Content-Type": "application/json", apikey: backend().keys.publishable },
      body: JSON.stringify({ email, password }),
    });
  const email = anybody();
  expect((await signUp(email, strangers)).status).toBe(200);
  expect((await signUp(email, owners)).status).toBe(200);
  const { code } = await backend().mailTo(email);
  const client = backend().client();
  expect((await client.auth.verifyOtp({ email, token: code, type: "signup" })).error).toBeNull();
  await expectNothingOfTheStranger(email);
  expect(await opens({ email }, owners)).toBe("invalid_credentials");
  await setOwnPassword(client);

  const impatient = anybody();
  await signUp(impatient, owners);
  await signUp(impatient, owners);
  const again = await backend().mailTo(impatient);
  await client.auth.verifyOtp({ email: impatient, token: again.code, type: "signup" });
  expect(await opens({ email: impatient }, owners)).toBe("ok");
});

test("sign-in methods added before the address was confirmed are removed by the first confirmation", async () => {
  const email = anybody();
  await strangerSignsUp({ email });
  const { id } = await accountOf(email);
  // An account that was imported from another service can be in this state.
  await asSeed()`update auth.users set encrypted_password = 'x', phone_change = '628999' where id = ${id}`;
  const [session] = await asSeed()`insert into auth.sessions (user_id) values (${id}) returning id`;
  await asSeed()`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, status) values (${id}, 'HP', 'totp', 'verified')`;
  await asSeed()`
    insert into auth.identities (provider_id, user_id, provider) values (${randomUUID()}, ${id}, 'kampus')`;
  const client = backend().client();
  await client.auth.signInWithOtp({ email });
  const { code } = await backend().mailTo(email);
  const verified = await client.auth.verifyOtp({ email, token: code, type: "email" });
  expect(verified.data.user?.identities?.map(({ provider }) => provider)).toEqual(["email"]);
  expect(verified.data.user?.factors ?? []).toEqual([]);
  expect(await asSeed()`select from auth.sessions where id = ${session?.id ?? null}`).toHaveLength(
    0,
  );
  const [left] = await asSeed()`
    select encrypted_password, phone_change from auth.users where id = ${id}`;
  expect(left).toEqual({ encrypted_password: null, phone_change: null });
});

test("a guest's password counts once the address that came with it is confirmed", async () => {
  const email = anybody();
  const guest = backend().client();
  await guest.auth.signInAnonymously();
  const asked = await guest.auth.updateUser({ email, password: owners });
  expect(asked.error).toBeNull();
  const [before] = await asSeed()`
    select encrypted_password from auth.users where id = ${asked.data.user?.id ?? null}`;
  expect(before).toEqual({ encrypted_password: null });
  const { code } = await backend().mailTo(email);
  const done = await guest.auth.verifyOtp({ email, token: code, type: "email_change" });
  expect(done.error).toBeNull();
  expect(await opens({ email }, owners)).toBe("ok");

  const other = anybody();
  const visitor = backend().client();
  await visitor.auth.signInAnonymously();
  await visitor.auth.updateUser({ email: other, password: strangers });
  await visitor.auth.updateUser({ email: other });
  const later = await backend().mailTo(other);
  await visitor.auth.verifyOtp({ email: other, token: later.code, type: "email_change" });
  expect(await opens({ email: other }, strangers)).toBe("invalid_credentials");
});
