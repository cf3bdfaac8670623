import { expect, test } from "vitest";
import { authenticatorCode } from "#tests/support/browser/authenticator.ts";
import { signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/*
 * T23: a single-use secret works once with fifty concurrent requests. Links, authorisation codes, states of a
 * provider, invitations and codes of phone factors are tested in auth, pkce, oauth, admin-links and auth-switches.
 */

testDatabase();
const backend = testBackend({
  auth: {
    mailInterval: 0,
    mailsPerDay: 1000,
    smsInterval: 0,
    maxMisses: 1000,
    limits: Object.fromEntries(
      ["token", "verify", "mail", "factor", "anonymous"].map((kind) => [
        kind,
        { limit: 100_000, windowSeconds: 300 },
      ]),
    ) as never,
  },
});
const password = "kertas-karbon-7";

/** Fifty requests that are all sent before the first response. */
async function fifty(path: string, body: object, headers: Record<string, string> = {}) {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => backend().post(path, body, headers)),
  );
  expect(answers.filter(({ status }) => status >= 500)).toHaveLength(0);
  const good = answers.filter(({ status }) => status === 200);
  return { good, bodies: await Promise.all(good.map((answer) => answer.json())) };
}

const sessionsOf = async (email: string) =>
  (
    await asSeed()`
      select 1 from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`
  ).length;

async function smsTo(phone: string): Promise<string> {
  const [sms] = await asSeed()<{ text: string }[]>`
    select text from private.outbox where kind = 'sms' and recipient = ${phone}
    order by created_at desc limit 1`;
  return /^\d+/.exec(sms?.text ?? "")?.[0] ?? "";
}

test("the digits that confirm an address", async () => {
  const email = "kode@shop.test";
  await backend().client().auth.signUp({ email, password });
  const { code } = await backend().mailTo(email);
  const { good } = await fifty("/auth/v1/verify", { type: "signup", email, token: code });
  expect(good).toHaveLength(1);
  expect(await sessionsOf(email)).toBe(1);
});

test("the digits of a text message", async () => {
  const phone = "+6281277700001";
  await backend().client().auth.signInWithOtp({ phone });
  const { good } = await fifty("/auth/v1/verify", {
    type: "sms",
    phone,
    token: await smsTo(phone),
  });
  expect(good).toHaveLength(1);
});

test("a link to choose a new password, by its secret and by its digits together", async () => {
  const email = "lupa@shop.test";
  await signedInClient(backend(), email, password);
  await asSeed()`delete from auth.sessions`;
  await backend().client().auth.resetPasswordForEmail(email);
  const { code, link } = await backend().mailTo(email);
  const token_hash = new URL(link).searchParams.get("token") ?? "";
  const [byLink, byCode] = await Promise.all([
    fifty("/auth/v1/verify", { type: "recovery", token_hash }),
    fifty("/auth/v1/verify", { type: "recovery", email, token: code }),
  ]);
  expect(byLink.good.length + byCode.good.length).toBe(1);
  expect(await sessionsOf(email)).toBe(1);
});

test("R12, T22: fifty uses of a refresh token give the same child, and the chain grows by one", async () => {
  const client = await signedInClient(backend(), "segarkan@shop.test", password);
  const { data } = await client.auth.getSession();
  const { bodies } = await fifty("/auth/v1/token?grant_type=refresh_token", {
    refresh_token: data.session?.refresh_token,
  });
  expect(bodies).toHaveLength(50);
  expect(new Set(bodies.map((session) => session.refresh_token)).size).toBe(1);
  const chain = await asSeed()<{ revoked: boolean }[]>`
    select revoked from auth.refresh_tokens where user_id = ${data.session?.user.id ?? null}`;
  expect(chain.map(({ revoked }) => revoked).sort()).toEqual([false, true]);
});

test("T22: fifty replays of a grandparent end the session, and the newest child with it", async () => {
  const client = await signedInClient(backend(), "curi@shop.test", password);
  const stolen = (await client.auth.getSession()).data.session?.refresh_token;
  await client.auth.refreshSession();
  const { data } = await client.auth.refreshSession();
  await asSeed()`
    update auth.refresh_tokens set updated_at = now() - interval '1 minute' where revoked`;
  const path = "/auth/v1/token?grant_type=refresh_token";
  expect((await fifty(path, { refresh_token: stolen })).good).toHaveLength(0);
  const child = await backend().post(path, { refresh_token: data.session?.refresh_token });
  expect(child.status).toBe(400);
});

test("the code of an authenticator", async () => {
  const client = await signedInClient(backend(), "faktor@shop.test", password);
  const enrolled = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "HP" });
  const factorId = enrolled.data?.id ?? "";
  const secret = enrolled.data?.totp.secret ?? "";
  const { data } = await client.auth.getSession();
  const { data: challenge } = await client.auth.mfa.challenge({ factorId });
  const { good } = await fifty(
    `/auth/v1/factors/${factorId}/verify`,
    { challenge_id: challenge?.id, code: authenticatorCode(secret) },
    { Authorization: `Bearer ${data.session?.access_token}` },
  );
  expect(good).toHaveLength(1);
});

test("the digits that a change of password requires", async () => {
  const client = await signedInClient(backend(), "ulang@shop.test", password);
  await client.auth.reauthenticate();
  const { code } = await backend().mailTo("ulang@shop.test");
  const { data } = await client.auth.getSession();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      fetch(`${backend().url}/auth/v1/user`, {
        method: "PUT",
        headers: {
          "Content-Type": "application/json",
          apikey: backend().keys.publishable,
          Authorization: `Bearer ${data.session?.access_token}`,
        },
        body: JSON.stringify({ password: `nota-baru-${index}-88`, nonce: code }),
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("a second sign-up with one address at the same moment makes one account", async () => {
  const email = "kembar@shop.test";
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => backend().client().auth.signUp({ email, password })),
  );
  expect(answers.filter(({ error }) => (error?.status ?? 0) >= 500)).toHaveLength(0);
  expect(await asSeed()`select 1 from auth.users where email = ${email}`).toHaveLength(1);
  expect(await asSeed()`select 1 from auth.identities where email = ${email}`).toHaveLength(1);
});
