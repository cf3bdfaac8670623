import { expect, test } from "vitest";
import { generous, relaxedAuth, testBackend } from "#tests/support/backend.ts";
import { testDatabase } from "#tests/support/database.ts";

testDatabase();
const limits = { ...relaxedAuth.limits, token: generous, mail: { limit: 5, windowSeconds: 300 } };
const backend = testBackend({ auth: { limits } });

test("an address that asks too often waits, whatever it says it is", async () => {
  const answers = [];
  for (let index = 0; index < 8; index++) {
    const headers = { "X-Forwarded-For": `10.0.0.${index}` };
    answers.push(await backend().post("/auth/v1/recover", { email: "a@b.test" }, headers));
  }
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  const refused = answers[7];
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused?.json()).toMatchObject({ error_code: "over_request_rate_limit" });
});

test("a crowd at the sign-in door is answered, never with a 5xx", async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      backend().post("/auth/v1/token?grant_type=password", { email: "a@b.test", password: "x" }),
    ),
  );
  const statuses = new Set(answers.map((answer) => answer.status));
  expect([...statuses].sort()).toEqual([400, 429]);
});
