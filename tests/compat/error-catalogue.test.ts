import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { oidcDouble } from "#tests/support/doubles/oidc.ts";
import { relaxedAuth, testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { type Ask, catalogue, type World } from "./error-catalogue.ts";

/* Every code of sign-in, with its status and in both shapes, as the version of the client decides. */

testDatabase();
const provider = oidcDouble();
const plain = testBackend(() => ({
  auth: {
    ...relaxedAuth,
    providers: {
      kampus: {
        issuer: provider().issuer,
        clientId: provider().clientId,
        clientSecret: provider().clientSecret,
      },
    },
  },
}));
const closed = testBackend({
  auth: {
    ...relaxedAuth,
    email: false,
    disableSignup: true,
    manualLinking: false,
    factors: { totp: false, phone: false },
  },
});
const strict = testBackend({
  auth: {
    ...relaxedAuth,
    autoconfirm: true,
    phone: false,
    maxFactors: 1,
  },
});
const guarded = testBackend({ auth: relaxedAuth, verifyCaptcha: async () => ["invalid"] });
const hasty = testBackend({
  auth: {
    ...relaxedAuth,
    mailInterval: 60,
    smsInterval: 60,
    limits: { ...relaxedAuth.limits, token: { limit: 1, windowSeconds: 3600 } },
  },
});

const world = (): World => ({
  plain: plain(),
  closed: closed(),
  strict: strict(),
  guarded: guarded(),
  hasty: hasty(),
  provider: provider(),
});

function send(ask: Ask, version: string | undefined): Promise<Response> {
  const on = ask.on ?? plain();
  const { apikey = on.keys.publishable, bearer, body } = ask;
  return fetch(`${on.url}/auth/v1${ask.path}`, {
    method: ask.method ?? "POST",
    redirect: "manual",
    headers: {
      ...(apikey === null ? {} : { apikey }),
      ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(version === undefined ? {} : { "X-Supabase-Api-Version": version }),
      ...ask.headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

test.each(
  Object.entries(catalogue).flatMap(([code, entry]) =>
    "status" in entry ? [{ code, entry }] : [],
  ),
)("$code", async ({ code, entry }) => {
  const fresh = await send(await entry.ask(world()), "2024-01-01");
  const body = (await fresh.json()) as Record<string, unknown>;
  expect([fresh.status, body.code], JSON.stringify(body)).toEqual([entry.status, code]);
  expect(body.message).toEqual(expect.any(String));
  expect(fresh.headers.get("x-supabase-api-version")).toBe("2024-01-01");
  expect(fresh.headers.get("x-sb-error-code")).toBe(code);

  const old = await send(await entry.ask(world()), undefined);
  const oldBody = (await old.json()) as Record<string, unknown>;
  expect([old.status, oldBody.code, oldBody.error_code]).toEqual([
    entry.status,
    entry.status,
    code,
  ]);
  expect(oldBody.msg).toEqual(expect.any(String));
  expect(old.headers.get("x-supabase-api-version")).toBeNull();
  expect(old.headers.get("x-sb-error-code")).toBe(code);
  expect(Boolean(oldBody.weak_password)).toBe(code === "weak_password");
});

test.each(
  Object.entries(catalogue).flatMap(([code, entry]) =>
    "inRedirect" in entry ? [{ code, entry }] : [],
  ),
)("$code, passed to the page that the browser is redirected to", async ({ code, entry }) => {
  const answer = await send({ ...(await entry.ask(world())), apikey: null }, undefined);
  expect(answer.status).toBe(302);
  const target = new URL(answer.headers.get("location") ?? "");
  expect(target.origin).toBe(plain().url);
  expect(new URLSearchParams(target.hash.slice(1)).get("error_code")).toBe(code);
});

test("every code that cannot be provoked has a reason", () => {
  for (const [code, entry] of Object.entries(catalogue)) {
    if ("never" in entry) expect(entry.never.length, code).toBeGreaterThan(10);
  }
});

test("every code that the official client knows is in the catalogue", async () => {
  const file = "node_modules/@supabase/auth-js/src/lib/error-codes.ts";
  const known = [...(await readFile(file, "utf8")).matchAll(/\| '([a-z0-9_]+)'/g)].map(
    ([, code]) => code ?? "",
  );
  expect(known.length).toBeGreaterThan(70);
  expect(known.filter((code) => !Object.hasOwn(catalogue, code))).toEqual([]);
});

test("every code that the service can answer is in the catalogue", async () => {
  const said = new Set<string>();
  for await (const name of glob("backend/auth/**/*.ts")) {
    if (name.endsWith(".test.ts")) continue;
    const source = await readFile(path.resolve(name), "utf8");
    for (const [, code] of source.matchAll(/new AuthError\(\s*[^,()]+,\s*"([a-z_0-9]+)"/g)) {
      said.add(code ?? "");
    }
  }
  expect(said.size).toBeGreaterThan(40);
  expect([...said].filter((code) => !Object.hasOwn(catalogue, code))).toEqual([]);
});
