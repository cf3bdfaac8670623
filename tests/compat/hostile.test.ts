import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { signAccessToken, verifyAccessToken } from "#backend/gateway/access-token.server.ts";
import { temporaryKeys } from "#backend/gateway/keys.server.ts";
import { signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase();
const backend = testBackend();

const json = { "Content-Type": "application/json" };
const deep = `${'{"a":'.repeat(100)}1${"}".repeat(100)}`;
const wide = JSON.stringify(
  Object.fromEntries(Array.from({ length: 1100 }, (_, i) => [`k${i}`, 1])),
);
const bodies: [name: string, body: string, headers: Record<string, string>, status: number][] = [
  ["empty", "", json, 400],
  ["broken", '{"email":', json, 400],
  ["array", "[]", json, 400],
  ["null", "null", json, 400],
  ["string", '"x"', json, 400],
  ["deep", deep, json, 400],
  ["deep array", `${"[".repeat(50_000)}${"]".repeat(50_000)}`, json, 400],
  ["wide", wide, json, 400],
  ["key twice", '{"email":"a@b.test","email":"c@d.test"}', json, 400],
  ["NUL", '{"email":"a@b.test","password":"abc\\u0000defgh"}', json, 400],
  ["half surrogate", '{"email":"a@b.test","password":"\\ud800abcdefgh"}', json, 400],
  ["2 MiB", `{"email":"${"x".repeat(2 * 1024 * 1024)}"}`, json, 413],
  ["text", "{}", { "Content-Type": "text/plain" }, 415],
  ["form", "email=a", { "Content-Type": "application/x-www-form-urlencoded" }, 415],
  ["odd type", "{}", { "Content-Type": "application/json\ta" }, 415],
  ["other charset", "{}", { "Content-Type": "application/json; charset=utf-16" }, 415],
  ["email is an object", '{"email":{},"password":"abcdefgh"}', json, 400],
  ["password is a number", '{"email":"a@b.test","password":12345678}', json, 400],
  ["data is a list", '{"email":"a@b.test","password":"kertas-karbon-7","data":[]}', json, 400],
  [
    "data too long",
    `{"email":"a@b.test","password":"kertas-karbon-7","data":{"a":"${"x".repeat(9000)}"}}`,
    json,
    400,
  ],
  [
    "header in address",
    '{"email":"a@b.test\\r\\nBcc: c@d.test","password":"kertas-karbon-7"}',
    json,
    400,
  ],
];

test.each(bodies)("T36: a hostile body gets a 4xx: %s", async (_name, body, headers, status) => {
  for (const path of [
    "/auth/v1/signup",
    "/auth/v1/token?grant_type=password",
    "/auth/v1/verify",
    "/auth/v1/recover",
  ]) {
    const answer = await backend().post(path, body, headers);
    // An endpoint that ignores the bad field may succeed.
    expect(answer.status).toBeLessThan(500);
    if (path === "/auth/v1/signup") expect(answer.status).toBe(status);
    if (answer.status >= 400) expect(answer.headers.get("x-sb-error-code")).toBeTruthy();
  }
});

test("T35: a body under an unsupported Content-Type is not parsed", async () => {
  const types = [
    ...["application/json\ta", "application/json,text/plain", "application/jsonp", "json", "*/*"],
    ...["application/json; charset=utf-7", "multipart/form-data", "text/x-component", "a/b", "/"],
    ...["application/x-www-form-urlencoded", "text/plain;application/json", "application/xml"],
  ];
  const body = '{"email":"jenis@b.test","password":"kertas-karbon-7"}';
  for (const type of types) {
    const answer = await backend().post("/auth/v1/signup", body, { "Content-Type": type });
    expect([400, 415], type).toContain(answer.status);
  }
  const made = await asSeed()`select from auth.users where email = 'jenis@b.test'`;
  expect(made).toHaveLength(0);
});

test("both error shapes, chosen by the client's version", async () => {
  const old = await backend().post("/auth/v1/signup", "{}");
  expect(await old.json()).toEqual({
    code: 422,
    error_code: "anonymous_provider_disabled",
    msg: "Anonymous sign-ins are disabled",
  });
  expect(old.headers.get("x-supabase-api-version")).toBeNull();
  const dated = await backend().post("/auth/v1/signup", '{"email":"a@b.test","password":"abc"}', {
    "X-Supabase-Api-Version": "2024-01-01",
  });
  expect(dated.headers.get("x-supabase-api-version")).toBe("2024-01-01");
  expect(await dated.json()).toEqual({
    code: "weak_password",
    message: "Password should be at least 8 characters.",
    weak_password: { reasons: ["length"] },
  });
});

test("no key, a wrong key, and endpoints that need none", async () => {
  const none = await fetch(`${backend().url}/auth/v1/settings`);
  expect(none.status).toBe(401);
  expect(await none.json()).toMatchObject({
    message: "No API key found in request",
    hint: "No `apikey` request header or url param was found.",
  });
  const wrong = await fetch(`${backend().url}/auth/v1/settings`, {
    headers: { apikey: "sb_secret_x" },
  });
  expect(wrong.status).toBe(401);
  expect(await wrong.json()).toMatchObject({ message: "Invalid API key" });
  expect((await fetch(`${backend().url}/auth/v1/nothing`)).status).toBe(404);
});

test("T26: tokens that the shop did not sign, or not for this use, are refused", async () => {
  const client = await signedInClient(backend(), "ayu@shop.test");
  const token = (await client.auth.getSession()).data.session?.access_token ?? "";
  const { keys, url } = backend();
  const claims = await verifyAccessToken(keys, url, token);
  const [head = "", payload = "", signature = ""] = token.split(".");
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const hmac = (header: object, secret: string) => {
    const input = `${encode(header)}.${payload}`;
    return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
  };
  const now = Math.floor(Date.now() / 1000);
  const sign = (changes: object) => signAccessToken(keys, { ...claims, ...changes });
  const { kid } = keys.signing;
  const hostile = {
    none: `${encode({ alg: "none" })}.${payload}.`,
    "none with kid": `${encode({ alg: "none", kid })}.${payload}.`,
    "changed payload": `${head}.${encode({ ...claims, sub: crypto.randomUUID() })}.${signature}`,
    "public key as secret": hmac({ alg: "HS256", kid }, JSON.stringify(keys.jwks.keys[0])),
    "empty secret": hmac({ alg: "HS256" }, ""),
    "own key in the header": hmac({ alg: "ES256", jwk: keys.jwks.keys[0] }, "x"),
    "kid as a path": `${encode({ alg: "ES256", kid: "../../etc/passwd" })}.${payload}.${signature}`,
    "another shop's key": await signAccessToken(await temporaryKeys(), claims),
    "foreign issuer": await sign({ iss: "https://evil.test/auth/v1" }),
    "foreign audience": await sign({ aud: "admin" }),
    expired: await sign({ exp: now - 31 }),
    "not yet": await sign({ nbf: now + 60 }),
    "without person": await sign({ sub: "" }),
    "another role": await sign({ role: "service_role" }),
    "odd person": await sign({ sub: "1; drop table" }),
    garbage: "a.b.c",
    "no token": "xyz",
  };
  for (const [name, bearer] of Object.entries(hostile)) {
    const answer = await fetch(`${url}/auth/v1/user`, {
      headers: { apikey: keys.publishable, Authorization: `Bearer ${bearer}` },
    });
    expect([400, 401, 403], name).toContain(answer.status);
    expect((await answer.json()).error_code, name).toBe("bad_jwt");
  }
  const key = await fetch(`${url}/auth/v1/user`, {
    headers: { apikey: keys.publishable, Authorization: `Bearer ${keys.publishable}` },
  });
  expect(key.status).toBe(403);
  const right = await fetch(`${url}/auth/v1/user`, {
    headers: { apikey: keys.publishable, Authorization: `Bearer ${token}` },
  });
  expect(right.status).toBe(200);
});

test("T25: links in mails name the configured address, whatever the request says", async () => {
  await backend().post(
    "/auth/v1/signup?redirect_to=https://evil.test/x",
    { email: "budi@shop.test", password: "kertas-karbon-7" },
    {
      "X-Forwarded-Host": "evil.test",
      Forwarded: "host=evil.test",
      Referer: "https://evil.test/y",
    },
  );
  const mail = await backend().mailTo("budi@shop.test");
  expect(mail.text).not.toContain("evil.test");
  expect(mail.link.startsWith(`${backend().url}/auth/v1/verify?`)).toBe(true);
});

test.each([
  "//evil.test",
  "/\\evil.test",
  "https:evil.test",
  "https://localhost@evil.test",
  "https://evil.test#localhost",
  "https://evil.test%2f@localhost",
  "http://localhost.evil.test",
  "javascript:alert(1)",
  "data:text/html,x",
  "http://local\thost/",
  "http:\\\\evil.test",
  "\u0001http://evil.test",
  "http://evil.test:3000",
])("a link never leads elsewhere: %s", async (target) => {
  const query = new URLSearchParams({ token: "x", type: "signup", redirect_to: target });
  const answer = await fetch(`${backend().url}/auth/v1/verify?${query}`, { redirect: "manual" });
  expect(answer.status).toBe(303);
  expect(new URL(answer.headers.get("location") ?? "").origin).toBe(backend().url);
});

test("T28: other origins are not let in", async () => {
  const ask = (origin: string) =>
    fetch(`${backend().url}/auth/v1/token`, { method: "OPTIONS", headers: { Origin: origin } });
  const evil = await ask("https://shop.evil.test");
  expect(evil.headers.get("access-control-allow-origin")).toBeNull();
  expect((await ask("null")).headers.get("access-control-allow-origin")).toBeNull();
  const refused = await backend().post("/auth/v1/signup", "{}", { Origin: backend().url });
  expect(refused.status).toBe(422);
  expect(refused.headers.get("access-control-allow-origin")).toBe(backend().url);
  const own = await ask(backend().url);
  expect(own.headers.get("access-control-allow-origin")).toBe(backend().url);
  expect(own.headers.get("access-control-allow-headers")).toContain("x-client-info");
});

test("odd queries get a 4xx", async () => {
  for (const path of [
    "/auth/v1/token?grant_type=%00",
    "/auth/v1/token",
    "/auth/v1/logout?scope=%00",
    "/auth/v1/verify?token=%00&type=__proto__",
    "/auth/v1/%ff",
  ]) {
    const answer = await backend().post(path, { email: "a@b.test", password: "x" });
    expect(answer.status, path).toBeGreaterThanOrEqual(400);
    expect(answer.status, path).toBeLessThan(500);
  }
  const link = await fetch(`${backend().url}/auth/v1/verify?token=%00&type=constructor`, {
    redirect: "manual",
  });
  expect(link.status).toBe(303);
});
