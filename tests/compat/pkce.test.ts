import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase();
const backend = testBackend();
const password = "kertas-karbon-7";

/** A client with PKCE. */
function careful() {
  const storage = new Map<string, string>();
  return createClient(backend().url, backend().keys.publishable, {
    auth: {
      flowType: "pkce",
      autoRefreshToken: false,
      detectSessionInUrl: false,
      persistSession: true,
      storageKey: `k${Math.random()}`,
      storage: {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => void storage.set(key, value),
        removeItem: (key) => void storage.delete(key),
      },
    },
  });
}

async function codeFrom(link: string): Promise<string> {
  const opened = await fetch(link, { redirect: "manual" });
  const target = new URL(opened.headers.get("location") ?? "");
  expect(target.hash).toBe("");
  return target.searchParams.get("code") ?? "";
}

test("sign-up, sign-in by link and recovery with a proof key", async () => {
  const email = "ayu@shop.test";
  const client = careful();
  await client.auth.signUp({ email, password });
  const first = await client.auth.exchangeCodeForSession(
    await codeFrom((await backend().mailTo(email)).link),
  );
  expect(first.error).toBeNull();
  expect(first.data.user?.email).toBe(email);
  await client.auth.signInWithOtp({ email });
  const second = await client.auth.exchangeCodeForSession(
    await codeFrom((await backend().mailTo(email)).link),
  );
  expect(second.error).toBeNull();
  await client.auth.resetPasswordForEmail(email, {
    redirectTo: `${backend().url}/ChangeForgotPassword`,
  });
  const third = await client.auth.exchangeCodeForSession(
    await codeFrom((await backend().mailTo(email)).link),
  );
  expect(third.error).toBeNull();
  const { data } = await client.auth.getClaims();
  expect(data?.claims.amr?.[0]).toMatchObject({ method: "recovery" });
});

test("a code without its key, expired or used is refused", async () => {
  const email = "budi@shop.test";
  await signedInClient(backend(), email);
  const challenge = { code_challenge: "a".repeat(43), code_challenge_method: "plain" };
  const ask = async () => {
    await backend().post("/auth/v1/recover", { email, ...challenge });
    return codeFrom((await backend().mailTo(email)).link);
  };
  const exchange = (auth_code: string, code_verifier: string) =>
    backend().post("/auth/v1/token?grant_type=pkce", { auth_code, code_verifier });

  const stolen = await ask();
  const wrong = await exchange(stolen, "b".repeat(43));
  expect([wrong.status, (await wrong.json()).error_code]).toEqual([400, "bad_code_verifier"]);
  expect((await exchange(stolen, "a".repeat(43))).status).toBe(404);
  const late = await ask();
  await asSeed()`update auth.flow_state set auth_code_issued_at = now() - interval '301 seconds'`;
  const expired = await exchange(late, "a".repeat(43));
  expect([expired.status, (await expired.json()).error_code]).toEqual([422, "flow_state_expired"]);
  expect((await exchange("", "x")).status).toBe(400);

  const code = await ask();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => exchange(code, "a".repeat(43))),
  );
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 404)).toHaveLength(49);
});

test("T23: fifty entries of one code give one session", async () => {
  const email = "cici@shop.test";
  await backend().client().auth.signUp({ email, password });
  const { code } = await backend().mailTo(email);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      backend().post("/auth/v1/verify", { type: "signup", email, token: code }),
    ),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(answers.every((answer) => [200, 403].includes(answer.status))).toBe(true);
});

test.each([
  [
    { code_challenge: "a".repeat(43) },
    "PKCE flow requires code_challenge_method and code_challenge",
  ],
  [
    { code_challenge: "short", code_challenge_method: "s256" },
    "code challenge has to be between 43 and 128 characters",
  ],
])("a broken proof key is refused: %j", async (challenge, msg) => {
  const answer = await backend().post("/auth/v1/signup", {
    email: "d@shop.test",
    password,
    ...challenge,
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error_code: "validation_failed", msg });
});
