import { createClient } from "@supabase/supabase-js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { safeRedirect } from "#backend/auth/redirect.ts";
import { relaxedAuth, signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* Attacks on sign-in, by their threat numbers. Others are in the tests of their features. */

testDatabase();
const backend = testBackend();
const counting = testBackend({ auth: { ...relaxedAuth, maxMisses: 10, lockSeconds: 900 } });
const password = "kertas-karbon-7";

test("T4: no person becomes staff through their own data", async () => {
  const client = await signedInClient(backend(), "naik@shop.test", password);
  const before = await client.auth.getClaims();
  const data = { role: "ADMIN", app_metadata: { role: "ADMIN" }, sub: crypto.randomUUID() };
  expect((await client.auth.updateUser({ data })).error).toBeNull();
  for (const body of [
    { role: "service_role" },
    { app_metadata: { role: "ADMIN" } },
    { is_super_admin: true, raw_app_meta_data: { x: 1 }, banned_until: null },
  ]) {
    await fetch(`${backend().url}/auth/v1/user`, {
      method: "PUT",
      headers: {
        "Content-Type": "application/json",
        apikey: backend().keys.publishable,
        Authorization: `Bearer ${(await client.auth.getSession()).data.session?.access_token}`,
      },
      body: JSON.stringify(body),
    });
  }
  await client.auth.refreshSession();
  const after = await client.auth.getClaims();
  for (const name of ["role", "sub", "app_metadata", "aal"] as const) {
    expect(after.data?.claims[name]).toEqual(before.data?.claims[name]);
  }
  const [profile] = await asSeed()`
    select role from public.profiles where id = ${String(after.data?.claims.sub)}`;
  expect(profile).toMatchObject({ role: "CUSTOMER" });
});

test("T18: known and unknown addresses get the same bytes at every endpoint", async () => {
  await signedInClient(backend(), "kenal@shop.test", password);
  const ids = /[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z/g;
  const ask = async (path: string, body: Record<string, unknown>) => {
    const answer = await backend().post(path, body);
    const text = (await answer.text()).replaceAll(String(body.email), "…").replace(ids, "…");
    return { status: answer.status, text, type: answer.headers.get("content-type") };
  };
  const wrong = "salah-kata-sandi-9";
  for (const [path, body] of [
    ["/auth/v1/recover", {}],
    ["/auth/v1/otp", { create_user: true }],
    ["/auth/v1/magiclink", {}],
    ["/auth/v1/resend", { type: "signup" }],
    ["/auth/v1/token?grant_type=password", { password: wrong }],
    ["/auth/v1/verify", { type: "email", token: "000000" }],
    ["/auth/v1/signup", { password: wrong }],
  ] as const) {
    const known = await ask(path, { ...body, email: "kenal@shop.test" });
    const unknown = await ask(path, { ...body, email: "tidak@shop.test" });
    expect(known, path).toEqual(unknown);
  }
});

test("T19: a hundred sessions share one person's ten guesses, and the right code comes too late", async () => {
  const email = "tebak@shop.test";
  await counting().client().auth.signUp({ email, password });
  const { code } = await counting().mailTo(email);
  const guesses = Array.from({ length: 100 }, (_, index) =>
    String((Number(code) + 1 + index) % 1_000_000).padStart(6, "0"),
  );
  const answers = await Promise.all(
    guesses.map((token) => counting().post("/auth/v1/verify", { type: "signup", email, token })),
  );
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(90);
  const right = await counting().post("/auth/v1/verify", { type: "signup", email, token: code });
  expect(right.status).toBe(429);
});

test("T20: digits of a text message live five minutes", async () => {
  const phone = "+6281255500001";
  await backend().client().auth.signInWithOtp({ phone });
  const [sms] = await asSeed()<{ text: string }[]>`
    select text from private.outbox where recipient = ${phone}`;
  const token = /^\d{6}/.exec(sms?.text ?? "")?.[0] ?? "";
  await asSeed()`
    update auth.one_time_tokens set expires_at = expires_at - interval '301 seconds',
      created_at = created_at - interval '301 seconds' where relates_to = ${phone.slice(1)}`;
  const late = await backend().client().auth.verifyOtp({ phone, token, type: "sms" });
  expect(late.error).toMatchObject({ status: 403, code: "otp_expired" });
});

test("T20: of two links for one purpose only the newer one works", async () => {
  const email = "dua-kali@shop.test";
  await signedInClient(backend(), email, password);
  await backend().client().auth.resetPasswordForEmail(email);
  const first = await backend().mailTo(email);
  await backend().client().auth.resetPasswordForEmail(email);
  const second = await backend().mailTo(email);
  const open = async (link: string) =>
    (await fetch(link, { redirect: "manual" })).headers.get("location") ?? "";
  expect(await open(first.link)).toContain("otp_expired");
  expect(await open(second.link)).toContain("access_token");
});

test("T21: removing a factor ends aal2, also for a live refresh token", async () => {
  const email = "turun@shop.test";
  const client = await signedInClient(backend(), email, password);
  const userId = (await client.auth.getUser()).data.user?.id ?? "";
  const enrolled = await client.auth.mfa.enroll({
    factorType: "phone",
    phone: "+6281255500002",
    friendlyName: "HP",
  });
  const factorId = enrolled.data?.id ?? "";
  const challenge = await client.auth.mfa.challenge({ factorId });
  const [sms] = await asSeed()<{ text: string }[]>`
    select text from private.outbox where recipient = '+6281255500002'`;
  await client.auth.mfa.verify({
    factorId,
    challengeId: challenge.data?.id ?? "",
    code: /^\d+/.exec(sms?.text ?? "")?.[0] ?? "",
  });
  expect((await client.auth.getClaims()).data?.claims.aal).toBe("aal2");
  const other = backend().client();
  await other.auth.signInWithPassword({ email, password });
  expect((await other.auth.updateUser({ password: "nota-baru-88" })).error).toMatchObject({
    code: "insufficient_aal",
  });
  expect((await other.auth.linkIdentity({ provider: "google" })).error).toMatchObject({
    code: "insufficient_aal",
  });
  expect((await other.auth.mfa.unenroll({ factorId })).error).toMatchObject({
    code: "insufficient_aal",
  });
  const admin = createClient(backend().url, backend().keys.secret).auth.admin;
  expect((await admin.mfa.deleteFactor({ userId, id: factorId })).error).toBeNull();
  await client.auth.refreshSession();
  const claims = (await client.auth.getClaims()).data?.claims;
  expect(claims?.aal).toBe("aal1");
  expect(JSON.stringify(claims?.amr)).not.toContain("mfa/phone");
});

test("T21: a password reset by mail does not bypass the second factor", async () => {
  const email = "pulih@shop.test";
  const client = await signedInClient(backend(), email, password);
  const userId = (await client.auth.getUser()).data.user?.id ?? null;
  await asSeed()`
    insert into auth.mfa_factors (user_id, factor_type, status, secret)
    values (${userId}, 'totp', 'verified', 'x')`;
  await backend().client().auth.resetPasswordForEmail(email);
  const { code } = await backend().mailTo(email);
  const recovered = backend().client();
  await recovered.auth.verifyOtp({ email, token: code, type: "recovery" });
  expect((await recovered.auth.getClaims()).data?.claims.aal).toBe("aal1");
  expect((await recovered.auth.updateUser({ password: "nota-baru-88" })).error).toMatchObject({
    status: 401,
    code: "insufficient_aal",
  });
});

test("T27: naming a person in the request does not authenticate", async () => {
  const victim = await signedInClient(backend(), "korban@shop.test", password);
  const id = (await victim.auth.getUser()).data.user?.id ?? "";
  const named = {
    user_id: id,
    userId: id,
    sub: id,
    id,
    email: "korban@shop.test",
    role: "service_role",
  };
  const query = new URLSearchParams(named).toString();
  for (const [method, path] of [
    ["GET", "/user"],
    ["PUT", "/user"],
    ["GET", "/reauthenticate"],
    ["POST", "/logout"],
    ["POST", "/factors"],
    ["POST", `/factors/${id}/challenge`],
    ["POST", `/factors/${id}/verify`],
    ["DELETE", `/factors/${id}`],
    ["DELETE", `/user/identities/${id}`],
    ["GET", "/user/identities/authorize"],
    ["GET", "/admin/users"],
    ["GET", `/admin/users/${id}`],
    ["DELETE", `/admin/users/${id}`],
    ["GET", `/admin/users/${id}/factors`],
    ["POST", "/admin/generate_link"],
    ["POST", "/invite"],
  ] as const) {
    const answer = await fetch(`${backend().url}/auth/v1${path}?${query}`, {
      method,
      headers: {
        "Content-Type": "application/json",
        apikey: backend().keys.publishable,
        "X-User-Id": id,
        "X-JWT-AUD": "service_role",
      },
      ...(method === "GET" ? {} : { body: JSON.stringify(named) }),
    });
    expect([401, 403], `${method} ${path}`).toContain(answer.status);
  }
  expect((await victim.auth.getUser()).data.user?.id).toBe(id);
});

// Last, because it computes for seconds, in which keep-alive connections time out.
test("T24: of any requested redirect only addresses of the shop are used", () => {
  const rules = {
    publicUrl: "https://toko.example",
    redirectAllowList: ["https://*.toko.example/masuk"],
  };
  const piece = fc.constantFrom(
    "https:",
    "http:",
    "//",
    "/",
    "\\",
    "\\\\",
    "@",
    ":",
    "#",
    "?",
    "%2f",
    "%40",
    "%00",
    "\t",
    "\n",
    "\r",
    " ",
    "\u0000",
    "toko.example",
    "evil.test",
    "toko.example.evil.test",
    "evil.test/.toko.example/masuk",
    "toko.example@evil.test",
    "evil.test\\.toko.example",
    "ｅvil.test",
    "javascript:alert(1)//",
    "data:,",
    "blob:https://toko.example/",
    "masuk",
    "..",
    ";",
    "443",
    "[::1]",
    "localhost",
    "www.",
  );
  const wish = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((parts) => parts.join("")),
    fc.webUrl(),
    fc.string({ unit: "binary", maxLength: 60 }),
  );
  fc.assert(
    fc.property(wish, (wished) => {
      const url = new URL(safeRedirect(rules, wished));
      const isOwn = url.origin === "https://toko.example";
      const isListed =
        /^https:\/\/[^./]*\.toko\.example$/.test(url.origin) && url.pathname === "/masuk";
      expect(isOwn || isListed).toBe(true);
      expect(url.username + url.password).toBe("");
    }),
    { numRuns: 20_000 },
  );
});
