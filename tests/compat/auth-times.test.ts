import { expect, test } from "vitest";
import { relaxedAuth, signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* Lifetimes and intervals as a merchant sets them. */

testDatabase();
const backend = testBackend({
  auth: {
    ...relaxedAuth,
    accessTokenLife: 300,
    reuseInterval: 0,
    codeLife: 120,
    smsCodeLife: 60,
    inviteLife: 240,
    secureEmailChange: false,
    maxFactors: 2,
    factors: { totp: true, phone: false },
  },
});
const password = "kertas-karbon-7";
const later = (seconds: number) => asSeed()`
  update auth.one_time_tokens set expires_at = expires_at - ${seconds} * interval '1 second',
    created_at = created_at - ${seconds} * interval '1 second'`;
const refresh = (refresh_token: string | undefined) =>
  backend().post("/auth/v1/token?grant_type=refresh_token", { refresh_token });

test("an access token is valid until its stated expiry", async () => {
  const client = await signedInClient(backend(), "umur@shop.test", password);
  const { data } = await client.auth.getSession();
  expect(data.session?.expires_in).toBe(300);
  const claims = await client.auth.getClaims();
  expect((claims.data?.claims.exp ?? 0) - (claims.data?.claims.iat ?? 0)).toBe(300);
});

test("without a reuse interval a refresh can be repeated once; an older token ends the session", async () => {
  const client = await signedInClient(backend(), "ulang@shop.test", password);
  const first = (await client.auth.getSession()).data.session?.refresh_token;
  const second = (await (await refresh(first)).json()) as { refresh_token: string };
  const again = (await (await refresh(first)).json()) as { refresh_token: string };
  expect(again.refresh_token).toBe(second.refresh_token);
  const third = (await (await refresh(second.refresh_token)).json()) as { refresh_token: string };
  expect((await refresh(first)).status).toBe(400);
  expect((await refresh(third.refresh_token)).status).toBe(400);
});

test.each([
  ["by mail", 120, "signup", (email: string) => ({ email })],
  ["by text message", 60, "sms", (_email: string, phone: string) => ({ phone })],
] as const)("digits %s are valid for their configured time", async (how, life, type, to) => {
  const phone = "+6281277700077";
  for (const [name, age, status] of [
    ["muda", life - 10, 200],
    ["tua", life + 1, 403],
  ] as const) {
    const email = `${name}${life}@shop.test`;
    await asSeed()`delete from private.outbox`;
    if (how === "by mail") await backend().client().auth.signUp({ email, password });
    else await backend().client().auth.signInWithOtp({ phone });
    const [sent] = await asSeed()<{ text: string }[]>`select text from private.outbox`;
    const token = /^\d{6}/m.exec(sent?.text ?? "")?.[0];
    await later(age);
    const answer = await backend().post("/auth/v1/verify", { type, token, ...to(email, phone) });
    expect([name, answer.status]).toEqual([name, status]);
  }
});

test("an invitation is valid for its configured time", async () => {
  for (const [name, age, location] of [
    ["undang-muda", 230, "access_token="],
    ["undang-tua", 241, "error_code=otp_expired"],
  ] as const) {
    const email = `${name}@shop.test`;
    await backend().post(
      "/auth/v1/invite",
      { email },
      { apikey: backend().keys.secret, Authorization: `Bearer ${backend().keys.secret}` },
    );
    await later(age);
    const answer = await fetch((await backend().mailTo(email)).link, { redirect: "manual" });
    expect(answer.headers.get("location")).toContain(location);
  }
});

test("without secure e-mail change, the new address alone confirms", async () => {
  const client = await signedInClient(backend(), "lama@shop.test", password);
  await client.auth.updateUser({ email: "baru@shop.test" });
  const { code } = await backend().mailTo("baru@shop.test");
  const done = await client.auth.verifyOtp({
    email: "baru@shop.test",
    token: code,
    type: "email_change",
  });
  expect(done.data.user?.email).toBe("baru@shop.test");
});

test("one kind of second factor can be disabled, and their number is limited", async () => {
  const client = await signedInClient(backend(), "faktor@shop.test", password);
  const phone = await client.auth.mfa.enroll({ factorType: "phone", phone: "+628127770001" });
  expect(phone.error).toMatchObject({ code: "mfa_phone_enroll_not_enabled" });
  const enroll = (friendlyName: string) =>
    client.auth.mfa.enroll({ factorType: "totp", friendlyName });
  expect((await enroll("a")).error).toBeNull();
  expect((await enroll("b")).error).toBeNull();
  expect((await enroll("c")).error).toMatchObject({ code: "too_many_enrolled_mfa_factors" });
});
