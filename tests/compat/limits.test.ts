import { expect, test } from "vitest";
import { asShop } from "#db/client.server.ts";
import { generous, relaxedAuth, testBackend } from "#tests/support/backend.ts";
import { testDatabase } from "#tests/support/database.ts";

testDatabase();
const limits = { ...relaxedAuth.limits, token: generous, mail: { limit: 5, windowSeconds: 300 } };
const backend = testBackend({ auth: { limits } });

test("an address that asks too often waits, whatever it says it is", async () => {
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

test("T37: a crowd at the sign-in door is answered, never with a 5xx", async () => {
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
  await asShop()`delete from private.rate_limits`;
  const statuses = [];
  for (const email of ["ayu@shop.test", "ayu@shop.test", "nobody@shop.test", "nobody@shop.test"]) {
    statuses.push((await ask(email)).status);
  }
  expect(statuses).toEqual([200, 429, 200, 429]);
});

test("signing up again and again looks the same and sends one mail", async () => {
  await asShop()`delete from private.rate_limits`;
  const body = { email: "budi@shop.test", password: "kertas-karbon-7" };
  const first = await backend().post("/auth/v1/signup", body);
  const second = await backend().post("/auth/v1/signup", body);
  expect([first.status, second.status]).toEqual([200, 200]);
  const [mails] = await asShop()`
    select count(*)::int as n from private.outbox where recipient = ${body.email}`;
  expect(mails).toEqual({ n: 1 });
  const [a, b] = [await first.json(), await second.json()];
  expect(Object.keys(a)).toEqual(Object.keys(b));
});
