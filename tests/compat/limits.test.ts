import { expect, test } from "vitest";
import {
  generous,
  relaxedAuth,
  signedInClient,
  testBackend,
} from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase();
const limits = { ...relaxedAuth.limits, token: generous, mail: { limit: 5, windowSeconds: 300 } };
const messageLimit = { limit: 4, windowSeconds: 86_400 };
const backend = testBackend({ auth: { limits, messageLimit } });
const behindProxy = testBackend({
  auth: { limits },
  settings: { TRUSTED_PROXIES: "127.0.0.0/8, ::1" },
});

test("an address over its limit has to wait, whatever headers it sends", async () => {
  const answers = [];
  for (let index = 0; index < 8; index++) {
    const headers = { "X-Forwarded-For": `10.0.0.${index}` };
    answers.push(await backend().post("/auth/v1/recover", { email: `a${index}@b.test` }, headers));
  }
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  const refused = answers[7];
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused?.json()).toMatchObject({ error_code: "over_request_rate_limit" });
});

test("T25: behind a proxy that the settings name each visitor has their own limit, whatever they write before it", async () => {
  await asSeed()`delete from private.rate_limits`;
  const ask = async (index: number, from: string) => {
    const body = { email: `p${index}@b.test` };
    return (await behindProxy().post("/auth/v1/recover", body, { "X-Forwarded-For": from })).status;
  };
  const statuses = [];
  for (let index = 0; index < 7; index++) {
    statuses.push(await ask(index, `192.0.2.${index}, 203.0.113.9`));
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(await ask(8, "203.0.113.10")).toBe(200);
});

test("T37: a crowd at the sign-in endpoint is answered, never with a 5xx", async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      backend().post("/auth/v1/token?grant_type=password", { email: "a@b.test", password: "x" }),
    ),
  );
  const statuses = new Set(answers.map((answer) => answer.status));
  expect([...statuses].sort()).toEqual([400, 429]);
});

test("one mail a minute to an address, with or without an account", async () => {
  const ask = (email: string) => backend().post("/auth/v1/resend", { type: "signup", email });
  await asSeed()`delete from private.rate_limits`;
  const statuses = [];
  for (const email of ["ayu@shop.test", "ayu@shop.test", "nobody@shop.test", "nobody@shop.test"]) {
    statuses.push((await ask(email)).status);
  }
  expect(statuses).toEqual([200, 429, 200, 429]);
});

test("signing up again and again looks the same and sends one mail", async () => {
  await asSeed()`delete from private.rate_limits`;
  const body = { email: "budi@shop.test", password: "kertas-karbon-7" };
  const first = await backend().post("/auth/v1/signup", body);
  const second = await backend().post("/auth/v1/signup", body);
  expect([first.status, second.status]).toEqual([200, 200]);
  const [mails] = await asSeed()`
    select count(*)::int as n from private.outbox where recipient = ${body.email}`;
  expect(mails).toEqual({ n: 1 });
  const [a, b] = [await first.json(), await second.json()];
  expect(Object.keys(a)).toEqual(Object.keys(b));
});

test("strangers of one network send few text messages a day, whatever the numbers and the endpoint", async () => {
  const password = "kertas-karbon-7";
  const requests: readonly [path: string, body: Record<string, string>][] = [
    ["otp", {}],
    ["resend", { type: "sms" }],
    ["signup", { password }],
  ];
  const ask = (path: string, body: object) => backend().post(`/auth/v1/${path}`, body);
  for (const [path, body] of requests) {
    await asSeed()`delete from private.rate_limits`;
    await asSeed()`delete from private.outbox`;
    const answers: Response[] = [];
    for (let n = 10; n < 16; n++) {
      // The limit of requests in five minutes is another one.
      await asSeed()`delete from private.rate_limits where key like 'auth:mail:%'`;
      answers.push(await ask(path, { ...body, phone: `+62812777000${n}` }));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429]);
    expect(await answers[5]?.json()).toMatchObject({ error_code: "over_request_rate_limit" });
    expect(Number(answers[5]?.headers.get("retry-after"))).toBeGreaterThan(80_000);
    const [sent] = await asSeed()`
      select count(*)::int as messages from private.outbox where kind = 'sms'`;
    expect(sent).toEqual({ messages: 4 });
    // A new account of the same network does not send further ones.
    const client = await signedInClient(backend(), `pesan-${path}@shop.test`);
    expect((await client.auth.updateUser({ phone: "+6281277700020" })).error?.status).toBe(429);
    const phone = "+6281277700021";
    const { data } = await client.auth.mfa.enroll({ factorType: "phone", phone });
    const factorId = data?.id ?? "";
    expect((await client.auth.mfa.challenge({ factorId })).error?.status).toBe(429);
    expect((await ask("otp", { email: `surat-${path}@shop.test` })).status).toBe(200);
  }
});
