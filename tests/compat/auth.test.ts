import { expect, test } from "vitest";
import { createBackend } from "#backend/backend.server.ts";
import { relaxedAuth, signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase();
const backend = testBackend();
const password = "kertas-karbon-7";

test("sign-up, code by mail, sign-in, refresh and sign-out through the official client", async () => {
  const email = "ayu@shop.test";
  const client = backend().client();
  const signUp = await client.auth.signUp({
    email: "Ayu@Shop.test",
    password,
    options: { data: { name: "Ayu" } },
  });
  expect(signUp.error).toBeNull();
  expect(signUp.data.session).toBeNull();
  expect(signUp.data.user).toMatchObject({
    email,
    role: "authenticated",
    user_metadata: { name: "Ayu", email_verified: false },
    app_metadata: { provider: "email", providers: ["email"] },
  });
  expect(signUp.data.user?.identities).toHaveLength(1);

  const early = await client.auth.signInWithPassword({ email, password });
  expect(early.error).toMatchObject({ status: 400, code: "email_not_confirmed" });

  const { code, subject } = await backend().mailTo(email);
  expect(subject).toBe("Konfirmasi alamat email Anda");
  const verified = await client.auth.verifyOtp({ email, token: code, type: "email" });
  expect(verified.error).toBeNull();
  expect(verified.data.user?.email_confirmed_at).toBeTruthy();
  const again = await client.auth.verifyOtp({ email, token: code, type: "email" });
  expect(again.error).toMatchObject({ status: 403, code: "otp_expired" });

  const signIn = await client.auth.signInWithPassword({ email, password });
  expect(signIn.error).toBeNull();
  const { data: claims } = await client.auth.getClaims();
  expect(claims?.claims).toMatchObject({ email, role: "authenticated", aal: "aal1" });
  expect(claims?.claims.amr?.[0]).toMatchObject({ method: "password" });
  const { data: user } = await client.auth.getUser();
  expect(user.user?.user_metadata).toMatchObject({ name: "Ayu", email_verified: true });

  const refreshed = await client.auth.refreshSession();
  expect(refreshed.error).toBeNull();
  expect(refreshed.data.session?.refresh_token).not.toBe(signIn.data.session?.refresh_token);
  const token = refreshed.data.session?.access_token;
  expect((await client.auth.signOut()).error).toBeNull();
  const after = await client.auth.getUser(token);
  expect(after.error?.name).toBe("AuthSessionMissingError");
});

test("sign-in and sign-up without an address or a password say what is needed", async () => {
  const message = "You must provide either an email or phone number and a password";
  for (const path of ["/auth/v1/token?grant_type=password", "/auth/v1/signup"]) {
    for (const body of [{ email: "ayu@shop.test" }, { password }, { email: "", password: "" }]) {
      const answer = await backend().post(path, body);
      expect([path, body, answer.status]).toEqual([path, body, 400]);
      expect(await answer.json()).toMatchObject({ error_code: "validation_failed", msg: message });
    }
  }
});

test("the link in the mail confirms, gives a session in the fragment, and works once", async () => {
  const email = "budi@shop.test";
  const client = backend().client();
  await client.auth.signUp({
    email,
    password,
    options: { emailRedirectTo: `${backend().url}/Welcome?next=1`, data: { language: "en" } },
  });
  const { link, subject } = await backend().mailTo(email);
  expect(subject).toBe("Confirm your email address");
  expect((await fetch(link, { method: "HEAD", redirect: "manual" })).status).toBe(200);
  const opened = await fetch(link, { redirect: "manual" });
  expect(opened.status).toBe(303);
  const target = new URL(opened.headers.get("location") ?? "");
  expect(`${target.origin}${target.pathname}${target.search}`).toBe(
    `${backend().url}/Welcome?next=1`,
  );
  const fragment = new URLSearchParams(target.hash.slice(1));
  expect(fragment.get("type")).toBe("signup");
  expect(fragment.has("sb")).toBe(true);
  const session = await client.auth.setSession({
    access_token: fragment.get("access_token") ?? "",
    refresh_token: fragment.get("refresh_token") ?? "",
  });
  expect(session.data.user?.email).toBe(email);
  const twice = await fetch(link, { redirect: "manual" });
  expect(twice.status).toBe(303);
  expect(twice.headers.get("location")).toContain("error_code=otp_expired");
});

test("I9, T23: fifty openings of one link give one session", async () => {
  const email = "race@shop.test";
  await backend().client().auth.signUp({ email, password });
  const { link } = await backend().mailTo(email);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => fetch(link, { redirect: "manual" })),
  );
  const opened = answers.filter((answer) =>
    answer.headers.get("location")?.includes("access_token"),
  );
  expect(opened).toHaveLength(1);
});

test("a second sign-up is indistinguishable from a first one", async () => {
  await signedInClient(backend(), "cici@shop.test");
  const mailsBefore = await asSeed()`select count(*)::int as n from private.outbox`;
  const known = await backend()
    .client()
    .auth.signUp({ email: "cici@shop.test", password: "lain-sekali-8" });
  expect(await asSeed()`select count(*)::int as n from private.outbox`).toEqual(mailsBefore);
  const fresh = await backend().client().auth.signUp({ email: "dodi@shop.test", password });
  expect(known.error).toBeNull();
  const shape = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shape);
    if (typeof value !== "object" || value === null) return typeof value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shape(item)]));
  };
  expect(shape(known.data)).toEqual(shape(fresh.data));
  expect(Object.keys(known.data.user ?? {})).toEqual(Object.keys(fresh.data.user ?? {}));
  const signIn = await backend()
    .client()
    .auth.signInWithPassword({ email: "cici@shop.test", password });
  expect(signIn.error).toBeNull();
});

test("weak and wrong passwords are reported as the client expects", async () => {
  const client = backend().client();
  const short = await client.auth.signUp({ email: "eka@shop.test", password: "abc" });
  expect(short.error).toMatchObject({ name: "AuthWeakPasswordError", reasons: ["length"] });
  const common = await client.auth.signUp({ email: "eka@shop.test", password: "Sayang123" });
  expect(common.error).toMatchObject({ name: "AuthWeakPasswordError", reasons: ["pwned"] });
  const long = await client.auth.signUp({ email: "eka@shop.test", password: "x".repeat(73) });
  expect(long.error).toMatchObject({ status: 400, code: "validation_failed" });
  await signedInClient(backend(), "fitri@shop.test");
  for (const email of ["fitri@shop.test", "nobody@shop.test"]) {
    const wrong = await client.auth.signInWithPassword({ email, password: "salah-salah-9" });
    expect(wrong.error).toMatchObject({
      status: 400,
      code: "invalid_credentials",
      message: "Invalid login credentials",
    });
  }
});

test("twenty parallel refreshes get the same child; a refresh can be repeated after a lost answer", async () => {
  const client = await signedInClient(backend(), "gita@shop.test");
  const { data } = await client.auth.getSession();
  const refresh_token = data.session?.refresh_token ?? "";
  const refresh = (token: string) =>
    backend().post("/auth/v1/token?grant_type=refresh_token", { refresh_token: token });
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refresh_token)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  const children = await Promise.all(answers.map((answer) => answer.json()));
  const child = children[0].refresh_token;
  expect(new Set(children.map((session) => session.refresh_token)).size).toBe(1);
  const [count] = await asSeed()`
    select count(*)::int as n from auth.refresh_tokens where user_id = ${data.session?.user.id ?? null}`;
  expect(count).toEqual({ n: 2 });
  await asSeed()`update auth.refresh_tokens set updated_at = now() - interval '1 day' where revoked`;
  expect((await (await refresh(refresh_token)).json()).refresh_token).toBe(child);
});

test("T22: reuse of an old refresh token ends the session", async () => {
  const client = await signedInClient(backend(), "hana@shop.test");
  const { data } = await client.auth.getSession();
  const first = data.session?.refresh_token ?? "";
  const second = (await client.auth.refreshSession({ refresh_token: first })).data.session;
  const third = (await client.auth.refreshSession({ refresh_token: second?.refresh_token ?? "" }))
    .data.session;
  await asSeed()`
    update auth.refresh_tokens set updated_at = now() - interval '1 minute' where revoked`;
  const replay = await client.auth.refreshSession({ refresh_token: first });
  expect(replay.error).toMatchObject({ status: 400, code: "refresh_token_already_used" });
  const owner = await backend()
    .client()
    .auth.refreshSession({ refresh_token: third?.refresh_token ?? "" });
  expect(owner.error).toMatchObject({ status: 400, code: "refresh_token_already_used" });
  const user = await backend().client().auth.getUser(third?.access_token);
  expect(user.error?.name).toBe("AuthSessionMissingError");
  const unknown = await backend()
    .client()
    .auth.refreshSession({ refresh_token: "x".repeat(43) });
  expect(unknown.error).toMatchObject({ status: 400, code: "refresh_token_not_found" });
});

test("T39: a new password ends the other sessions and needs to be new", async () => {
  const client = await signedInClient(backend(), "indra@shop.test");
  const other = backend().client();
  await other.auth.signInWithPassword({ email: "indra@shop.test", password });
  const same = await client.auth.updateUser({ password });
  expect(same.error).toMatchObject({ status: 422, code: "same_password" });
  const changed = await client.auth.updateUser({
    password: "nota-baru-88",
    data: { name: "Indra", sub: "x" },
  });
  expect(changed.error).toBeNull();
  expect(changed.data.user?.user_metadata).toMatchObject({
    name: "Indra",
    sub: changed.data.user?.id,
  });
  expect((await other.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await other.auth.refreshSession()).error?.status).toBe(400);
  expect((await client.auth.getUser()).error).toBeNull();
  const cleared = await client.auth.updateUser({ data: { name: null } });
  expect(cleared.data.user?.user_metadata).not.toHaveProperty("name");
});

test("a forgotten password: link, new password, and silence for strangers", async () => {
  await signedInClient(backend(), "joko@shop.test");
  const client = backend().client();
  expect((await client.auth.resetPasswordForEmail("joko@shop.test")).error).toBeNull();
  const first = (await backend().mailTo("joko@shop.test")).link;
  await client.auth.resetPasswordForEmail("joko@shop.test");
  const { code } = await backend().mailTo("joko@shop.test");
  const stale = await fetch(first, { redirect: "manual" });
  expect(stale.headers.get("location")).toContain("error_code=otp_expired");
  const verified = await client.auth.verifyOtp({
    email: "joko@shop.test",
    token: code,
    type: "recovery",
  });
  expect(verified.error).toBeNull();
  expect((await client.auth.updateUser({ password: "nota-baru-88" })).error).toBeNull();
  expect((await client.auth.resetPasswordForEmail("nobody@shop.test")).error).toBeNull();
  await expect(backend().mailTo("nobody@shop.test")).rejects.toThrow("no mail");
});

test("guessing a code stops after ten misses, also for the right one", async () => {
  await signedInClient(backend(), "kiki@shop.test");
  const client = backend().client();
  await client.auth.resetPasswordForEmail("kiki@shop.test");
  const { code } = await backend().mailTo("kiki@shop.test");
  const guess = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  const verify = (token: string) =>
    backend().post("/auth/v1/verify", { type: "recovery", email: "kiki@shop.test", token });
  const answers = await Promise.all(Array.from({ length: 30 }, () => verify(guess)));
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.filter((status) => status === 403)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  expect((await verify(code)).status).toBe(429);
});

test("a code is good for ten minutes", async () => {
  const client = await signedInClient(backend(), "lala@shop.test");
  await client.auth.resetPasswordForEmail("lala@shop.test");
  const { code, link } = await backend().mailTo("lala@shop.test");
  await asSeed()`update auth.one_time_tokens set expires_at = expires_at - interval '601 seconds'`;
  const late = await client.auth.verifyOtp({
    email: "lala@shop.test",
    token: code,
    type: "recovery",
  });
  expect(late.error).toMatchObject({ status: 403, code: "otp_expired" });
  const opened = await fetch(link, { redirect: "manual" });
  expect(opened.headers.get("location")).toContain("error_code=otp_expired");
});

test("a change of address needs both confirmations, and old links end with the old address", async () => {
  const client = await signedInClient(backend(), "mira@shop.test");
  await backend().client().auth.resetPasswordForEmail("mira@shop.test");
  const recovery = (await backend().mailTo("mira@shop.test")).link;
  const asked = await client.auth.updateUser({ email: "mira@baru.test" });
  expect(asked.data.user).toMatchObject({ email: "mira@shop.test", new_email: "mira@baru.test" });
  const half = await fetch((await backend().mailTo("mira@baru.test")).link, { redirect: "manual" });
  expect(half.headers.get("location")).toContain("#message=Confirmation+link+accepted");
  const { code } = await backend().mailTo("mira@shop.test");
  const done = await client.auth.verifyOtp({
    email: "mira@shop.test",
    token: code,
    type: "email_change",
  });
  expect(done.error).toBeNull();
  expect(done.data.user).toMatchObject({ email: "mira@baru.test" });
  const old = await fetch(recovery, { redirect: "manual" });
  expect(old.headers.get("location")).toContain("error_code=otp_expired");
});

test("sign-in by code works for known and new people, and can be refused for new ones", async () => {
  const client = backend().client();
  expect((await client.auth.signInWithOtp({ email: "nana@shop.test" })).error).toBeNull();
  const { code } = await backend().mailTo("nana@shop.test");
  const first = await client.auth.verifyOtp({
    email: "nana@shop.test",
    token: code,
    type: "email",
  });
  expect(first.error).toBeNull();
  await client.auth.signInWithOtp({ email: "nana@shop.test" });
  const second = await backend().mailTo("nana@shop.test");
  expect(second.subject).toBe("Kode masuk ke akun Anda");
  const again = await client.auth.verifyOtp({
    email: "nana@shop.test",
    token: second.code,
    type: "email",
  });
  expect(again.error).toBeNull();
  const refused = await client.auth.signInWithOtp({
    email: "olga@shop.test",
    options: { shouldCreateUser: false },
  });
  expect(refused.error).toMatchObject({ status: 422, code: "otp_disabled" });
});

test("T39: a banned person gets no token and loses every session", async () => {
  const client = await signedInClient(backend(), "putra@shop.test");
  await asSeed()`update auth.users set banned_until = now() + interval '1 day' where email = 'putra@shop.test'`;
  const signIn = await backend()
    .client()
    .auth.signInWithPassword({ email: "putra@shop.test", password });
  expect(signIn.error).toMatchObject({ status: 400, code: "user_banned" });
  expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: "user_banned" });
  expect((await client.auth.refreshSession()).error).toMatchObject({ code: "user_banned" });
});

test("settings, health and keys are served", async () => {
  const headers = { apikey: backend().keys.publishable };
  const settings = await fetch(`${backend().url}/auth/v1/settings`, { headers });
  expect(await settings.json()).toMatchObject({
    external: { email: true },
    mailer_autoconfirm: false,
  });
  const health = await fetch(`${backend().url}/auth/v1/health`);
  expect(await health.json()).toMatchObject({ name: "GoTrue" });
  const jwks = await fetch(`${backend().url}/auth/v1/.well-known/jwks.json`);
  expect(jwks.headers.get("cache-control")).toBe("public, max-age=600");
  const { keys } = await jwks.json();
  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatchObject({ alg: "ES256", kty: "EC", kid: backend().keys.signing.kid });
  expect(keys[0]).not.toHaveProperty("d");
});

test("the only sign-in method cannot be removed, others can after a fresh proof", async () => {
  const client = await signedInClient(backend(), "rani@shop.test");
  const { data } = await client.auth.getUserIdentities();
  const [email] = data?.identities ?? [];
  if (!email) throw new Error("no identity");
  expect((await client.auth.unlinkIdentity(email)).error).toMatchObject({
    status: 422,
    code: "single_identity_not_deletable",
  });
  await asSeed()`
    insert into auth.identities (provider_id, user_id, provider)
    values ('g-1', ${email.user_id}, 'google')`;
  const strange = { ...email, identity_id: crypto.randomUUID() };
  expect((await client.auth.unlinkIdentity(strange)).error).toMatchObject({
    code: "identity_not_found",
  });
  await asSeed()`update auth.sessions set reauthenticated_at = now() - interval '11 minutes'`;
  expect((await client.auth.unlinkIdentity(email)).error).toMatchObject({
    status: 400,
    code: "reauthentication_needed",
  });
  expect((await client.auth.getUserIdentities()).data?.identities).toHaveLength(2);
  await asSeed()`update auth.sessions set reauthenticated_at = now()`;
  expect((await client.auth.unlinkIdentity(email)).error).toBeNull();
  const user = (await client.auth.getUser()).data.user;
  expect(user?.app_metadata).toEqual({ provider: "google", providers: ["google"] });
});

test("a code by mail confirms a change of password when it is given", async () => {
  const client = await signedInClient(backend(), "sari@shop.test");
  expect((await client.auth.reauthenticate()).error).toBeNull();
  const { code, subject } = await backend().mailTo("sari@shop.test");
  expect(subject).toBe("Kode konfirmasi");
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  const refused = await client.auth.updateUser({ password: "nota-baru-88", nonce: wrong });
  expect(refused.error).toMatchObject({ status: 422, code: "reauthentication_not_valid" });
  const changed = await client.auth.updateUser({ password: "nota-baru-88", nonce: code });
  expect(changed.error).toBeNull();
});

test("unknown providers are refused with an error that the client knows", async () => {
  const token = await backend()
    .client()
    .auth.signInWithIdToken({ provider: "google", token: "a.b.c" });
  expect(token.error).toMatchObject({ status: 400, code: "provider_disabled" });
  const opened = await fetch(`${backend().url}/auth/v1/authorize?provider=google`, {
    redirect: "manual",
  });
  expect(opened.status).toBe(400);
  const anonymous = await backend().client().auth.signInAnonymously();
  expect(anonymous.error).toMatchObject({ status: 422, code: "anonymous_provider_disabled" });
});

async function codeTo(phone: string): Promise<string> {
  const [sms] = await asSeed()<{ text: string }[]>`
    select text from private.outbox where kind = 'sms' and recipient = ${phone}
    order by created_at desc limit 1`;
  return /^\d{6}/.exec(sms?.text ?? "")?.[0] ?? "";
}

test("a phone number with a password, and a phone number with codes only", async () => {
  const client = backend().client();
  const phone = "+6281234567890";
  const signUp = await client.auth.signUp({ phone, password });
  expect(signUp.error).toBeNull();
  expect(signUp.data.user).toMatchObject({ phone: "6281234567890", email: "" });
  expect((await client.auth.signInWithPassword({ phone, password })).error).toMatchObject({
    status: 400,
    code: "phone_not_confirmed",
  });
  const token = await codeTo(phone);
  expect((await client.auth.verifyOtp({ phone, token, type: "sms" })).error).toBeNull();
  const signIn = await client.auth.signInWithPassword({ phone: "62 812-3456-7890", password });
  expect(signIn.data.user?.phone_confirmed_at).toBeTruthy();
  const wrong = await client.auth.signInWithPassword({ phone: "+6281234567899", password });
  expect(wrong.error).toMatchObject({ status: 400, code: "invalid_credentials" });

  const other = backend().client();
  expect((await other.auth.signInWithOtp({ phone })).error).toBeNull();
  expect(
    (await other.auth.verifyOtp({ phone, token: await codeTo(phone), type: "sms" })).error,
  ).toBeNull();
  expect((await other.auth.resend({ type: "sms", phone })).error).toBeNull();
  const broken = await other.auth.signUp({ phone: "0812", password });
  expect(broken.error).toMatchObject({ status: 400, code: "validation_failed" });
  const known = await other.auth.signUp({ phone, password });
  expect(Object.keys(known.data.user ?? {})).toEqual(Object.keys(signUp.data.user ?? {}));
});

test("a number is added to an account once its code is verified", async () => {
  const client = await signedInClient(backend(), "tuti@shop.test");
  const phone = "+6281111111111";
  const asked = await client.auth.updateUser({ phone });
  expect(asked.data.user).toMatchObject({ phone: "", new_phone: "6281111111111" });
  const token = await codeTo(phone);
  const done = await client.auth.verifyOtp({ phone, token, type: "phone_change" });
  expect(done.error).toBeNull();
  expect(done.data.user).toMatchObject({ phone: "6281111111111", email: "tuti@shop.test" });
  expect(done.data.user?.app_metadata.providers).toEqual(["email", "phone"]);
  const second = await signedInClient(backend(), "umar@shop.test");
  const sent = async () =>
    (
      await asSeed()`
    select 1 from private.outbox where recipient = ${phone}`
    ).length;
  const before = await sent();
  expect((await second.auth.updateUser({ phone })).error).toBeNull();
  expect(await sent()).toBe(before);
});

test("without confirmation, a second sign-up does not open an unconfirmed account", async () => {
  await backend().client().auth.signUp({ email: "vina@shop.test", password });
  const quick = createBackend({
    config: backend().config,
    keys: backend().keys,
    functions: {},
    auth: { ...relaxedAuth, autoconfirm: true },
  });
  const ask = (email: string) =>
    quick.request("/auth/v1/signup", {
      method: "POST",
      headers: { "Content-Type": "application/json", apikey: backend().keys.publishable },
      body: JSON.stringify({ email, password: "lain-sekali-8" }),
    });
  expect((await ask("vina@shop.test")).status).toBe(422);
  const fresh = await ask("wati@shop.test");
  expect(await fresh.json()).toMatchObject({
    token_type: "bearer",
    user: { email: "wati@shop.test" },
  });
});

test("many accounts that change to one address do not multiply guesses", async () => {
  const first = await signedInClient(backend(), "xena@shop.test");
  const second = await signedInClient(backend(), "yuni@shop.test");
  await first.auth.updateUser({ email: "wished@shop.test" });
  const { code } = await backend().mailTo("wished@shop.test");
  await second.auth.updateUser({ email: "wished@shop.test" });
  const masked = await backend()
    .client()
    .auth.verifyOtp({ email: "wished@shop.test", token: code, type: "email_change" });
  expect(masked.error).toMatchObject({ status: 403, code: "otp_expired" });
});
