import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { relaxedAuth, signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* Methods of the client that no other file tests, and methods that are not supported. */

testDatabase();
const backend = testBackend();
const anonymous = testBackend({ auth: { ...relaxedAuth, anonymous: true } });
const password = "kertas-karbon-7";

const outbox = async (recipient: string) =>
  (await asSeed()`select 1 from private.outbox where recipient = ${recipient}`).length;

test("an unsupported feature is refused by name, and never as retryable", async () => {
  const client = await signedInClient(backend(), "semua@shop.test", password);
  const sso = await client.auth.signInWithSSO({ domain: "shop.test" });
  expect(sso.error).toMatchObject({
    status: 404,
    code: "saml_provider_disabled",
    message: "SAML 2.0 is disabled",
  });
  const key = await client.auth.mfa.enroll({ factorType: "webauthn", friendlyName: "Kunci" });
  expect(key.error).toMatchObject({ status: 422, code: "mfa_webauthn_enroll_not_enabled" });
  const web3 = await backend().post("/auth/v1/token?grant_type=web3", { chain: "ethereum" });
  expect([web3.status, await web3.json()]).toEqual([
    422,
    { code: 422, error_code: "web3_provider_disabled", msg: "Web3 provider is disabled" },
  ]);
  const admin = createClient(backend().url, backend().keys.secret).auth.admin;
  expect((await admin.oauth.listClients()).error).toMatchObject({ status: 404 });
});

test("reauthentication by a code requires a confirmed address or number", async () => {
  const guest = anonymous().client();
  expect((await guest.auth.signInAnonymously()).error).toBeNull();
  expect((await guest.auth.reauthenticate()).error).toMatchObject({
    status: 422,
    code: "validation_failed",
    message: "Reauthentication requires the user to have an email or a phone number",
  });
  const { data } = await guest.auth.getUser();
  const id = data.user?.id ?? "";
  await asSeed()`update auth.users set phone = '6281234567890' where id = ${id}`;
  expect((await guest.auth.reauthenticate()).error).toMatchObject({
    status: 422,
    code: "phone_not_confirmed",
    message: "Please verify your phone first.",
  });
});

test("the shop ends a person's sessions with their token", async () => {
  const email = "keluar@shop.test";
  const here = await signedInClient(backend(), email, password);
  const there = backend().client();
  await there.auth.signInWithPassword({ email, password });
  const token = (await here.auth.getSession()).data.session?.access_token ?? "";
  const admin = createClient(backend().url, backend().keys.secret).auth.admin;
  expect((await admin.signOut(token, "others")).error).toBeNull();
  expect((await there.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await here.auth.getUser()).error).toBeNull();
  expect((await admin.signOut(token, "global")).error).toBeNull();
  expect((await here.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
});

test("every message can be sent again, and none is sent without an account", async () => {
  const client = await signedInClient(backend(), "ulangi@shop.test", password);
  await client.auth.updateUser({ email: "ulangi@baru.test" });
  await client.auth.resend({ type: "email_change", email: "ulangi@shop.test" });
  expect(await outbox("ulangi@baru.test")).toBeGreaterThan(1);
  await client.auth.updateUser({ phone: "+6281266600001" });
  const before = await outbox("+6281266600001");
  expect(before).toBe(1);
  await backend().client().auth.signUp({ phone: "+6281266600002", password });
  expect((await client.auth.resend({ type: "sms", phone: "+6281266600002" })).error).toBeNull();
  expect(await outbox("+6281266600002")).toBe(2);
  for (const [type, to] of [
    ["signup", { email: "siapa@shop.test" }],
    ["email_change", { email: "siapa@shop.test" }],
    ["sms", { phone: "+6281266600009" }],
    ["phone_change", { phone: "+6281266600009" }],
  ] as const) {
    expect((await client.auth.resend({ type, ...to } as never)).error).toBeNull();
  }
  expect(await outbox("siapa@shop.test")).toBe(0);
  expect(await outbox("+6281266600009")).toBe(0);
});

test("client events are fired as pages expect them", async () => {
  const email = "peristiwa@shop.test";
  await signedInClient(backend(), email, password);
  const client = backend().client();
  const events: string[] = [];
  const { data } = client.auth.onAuthStateChange((event) => {
    events.push(event);
  });
  await client.auth.signInWithPassword({ email, password });
  await client.auth.updateUser({ data: { name: "Ayu" } });
  await client.auth.refreshSession();
  await client.auth.signOut();
  data.subscription.unsubscribe();
  expect(events.filter((event) => event !== "INITIAL_SESSION")).toEqual([
    "SIGNED_IN",
    "USER_UPDATED",
    "TOKEN_REFRESHED",
    "SIGNED_OUT",
  ]);
});
