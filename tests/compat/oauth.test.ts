import { createHash, randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import type { JWTPayload } from "jose";
import { beforeEach, expect, test } from "vitest";
import { CookieBrowser } from "#tests/support/browser/cookie-browser.ts";
import { type Misbehaviour, oidcDouble } from "#tests/support/doubles/oidc.ts";
import {
  relaxedAuth,
  signedInClient,
  type TestBackend,
  testBackend,
} from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* Sign-in at a provider, against a provider that the test runs. */

testDatabase();
const provider = oidcDouble();
const backend = testBackend(() => ({
  auth: {
    ...relaxedAuth,
    anonymous: true,
    providers: {
      kampus: {
        issuer: provider().issuer,
        clientId: provider().clientId,
        clientSecret: provider().clientSecret,
        audiences: ["mobile"],
      },
    },
  },
  redirectAllowList: ["https://etalase.example/**"],
}));

const password = "kertas-karbon-7";
const anybody = () => `${randomUUID().slice(0, 8)}@shop.test`;

beforeEach(() => {
  provider().misbehaviour = "none";
  provider().person = { sub: randomUUID(), email: anybody(), email_verified: true, name: "Ayu" };
});

/** The backend as a page in that browser uses it. */
function inBrowser(browser: CookieBrowser): TestBackend {
  return { ...backend(), client: () => browser.client(backend()) };
}

function pkceClient() {
  return createClient(backend().url, backend().keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false, flowType: "pkce" },
  });
}

/** Follows a browser: to the provider, back to the backend, on to the page. @returns the page's address */
async function signIn(url: string): Promise<URL> {
  const browser = new CookieBrowser();
  const first = await browser.fetch(url);
  expect(first.status).toBe(302);
  const back = await provider().agree(first.headers.get("location") ?? "");
  const last = await browser.fetch(back);
  expect(last.status).toBe(302);
  return new URL(last.headers.get("location") ?? "");
}

const fragment = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)));

async function open(options: { redirectTo?: string; scopes?: string } = {}) {
  const client = backend().client();
  const { data } = await client.auth.signInWithOAuth({ provider: "kampus" as "google", options });
  return { client, url: data.url ?? "" };
}

test("a new person signs in with a code that only their browser can exchange", async () => {
  const client = pkceClient();
  const { data } = await client.auth.signInWithOAuth({
    provider: "kampus" as "google",
    options: { redirectTo: `${backend().url}/dashboard`, scopes: "calendar" },
  });
  const page = await signIn(data.url ?? "");
  expect(page.pathname).toBe("/dashboard");
  const code = page.searchParams.get("code") ?? "";
  const other = await pkceClient().auth.exchangeCodeForSession(code);
  expect(other.error).not.toBeNull();
  const done = await client.auth.exchangeCodeForSession(code);
  expect(done.error).toBeNull();
  expect(done.data.session).toMatchObject({
    provider_token: "provider-access",
    provider_refresh_token: "provider-refresh",
  });
  expect(done.data.user).toMatchObject({
    email: provider().person.email,
    app_metadata: { provider: "kampus", providers: ["kampus"] },
    user_metadata: { name: "Ayu", email_verified: true },
    identities: [{ provider: "kampus", id: provider().person.sub }],
  });
  const claims = await client.auth.getClaims();
  expect(claims.data?.claims.amr).toMatchObject([{ method: "oauth" }]);
  const stored = await asSeed()`
    select provider_tokens from auth.flow_state where user_id = ${done.data.user?.id ?? null}`;
  expect(stored).toHaveLength(0);
});

test("without a proof key the session is in the fragment, and a known person gets their account", async () => {
  const { url } = await open();
  const first = fragment(await signIn(url));
  expect(first).toMatchObject({ token_type: "bearer", provider_token: "provider-access", sb: "" });
  const again = fragment(await signIn((await open()).url));
  const client = backend().client();
  const a = await client.auth.getUser(first.access_token);
  const b = await client.auth.getUser(again.access_token);
  expect(a.data.user?.id).toBe(b.data.user?.id);
  const set = await client.auth.setSession({
    access_token: again.access_token ?? "",
    refresh_token: again.refresh_token ?? "",
  });
  expect(set.error).toBeNull();
});

test("the provider gets the required parameters and nothing else", async () => {
  const answer = await fetch((await open({ scopes: "calendar email" })).url, {
    redirect: "manual",
  });
  const url = new URL(answer.headers.get("location") ?? "");
  expect(url.searchParams.get("scope")).toBe("openid email profile calendar");
  expect(url.searchParams.get("redirect_uri")).toBe(`${backend().url}/auth/v1/callback`);
  expect(url.searchParams.get("code_challenge_method")).toBe("S256");
  expect([...url.searchParams.keys()].sort()).toEqual([
    "client_id",
    "code_challenge",
    "code_challenge_method",
    "nonce",
    "redirect_uri",
    "response_type",
    "scope",
    "state",
  ]);
});

test.each([
  "wrong nonce",
  "wrong audience",
  "wrong issuer",
  "expired",
  "alg none",
  "signed with the client secret",
  "signed with a key that is not listed",
  "no identity token",
  "error page",
] satisfies Misbehaviour[])(
  "T26: an invalid identity token is refused: %s",
  async (misbehaviour) => {
    provider().misbehaviour = misbehaviour;
    const page = await signIn((await open()).url);
    expect(page.searchParams.get("error")).toBe("server_error");
    expect(fragment(page)).toMatchObject({ error: "server_error", sb: "" });
    expect(page.hash).not.toContain("access_token");
    const made = await asSeed()`
    select 1 from auth.users where email = ${String(provider().person.email)}`;
    expect(made).toHaveLength(0);
  },
);

test("sign-in fails when the provider's answer exceeds its limit, where reading stops", async () => {
  provider().misbehaviour = "endless answer";
  provider().pouredBytes = 0;
  const page = await signIn((await open()).url);
  expect(page.searchParams.get("error_code")).toBe("unexpected_failure");
  // One megabyte, and the buffers of the connection.
  expect(provider().pouredBytes).toBeLessThan(50_000_000);
});

test("a key that the provider rotated is fetched", async () => {
  await signIn((await open()).url);
  await provider().changeKey();
  const tryAgain = async () => (await signIn((await open()).url)).hash;
  await expect.poll(tryAgain, { interval: 600 }).toContain("access_token");
});

test("T23: fifty returns with one state give one session; a made-up state gives none", async () => {
  const browser = new CookieBrowser();
  const first = await browser.fetch((await open()).url);
  const back = await provider().agree(first.headers.get("location") ?? "");
  const answers = await Promise.all(Array.from({ length: 50 }, () => browser.fetch(back)));
  const places = answers.map((answer) => answer.headers.get("location") ?? "");
  expect(places.filter((place) => place.includes("access_token"))).toHaveLength(1);
  expect(places.filter((place) => place.includes("bad_oauth_state"))).toHaveLength(49);
  const made_up = await fetch(`${backend().url}/auth/v1/callback?state=x&code=y`, {
    redirect: "manual",
  });
  expect(made_up.headers.get("location")).toContain("error_code=bad_oauth_state");
});

test("T24: no redirect leads to a foreign page, whatever the request or the provider says", async () => {
  const { url } = await open({ redirectTo: "https://evil.test/steal" });
  expect((await signIn(url)).origin).toBe(backend().url);
  const listed = await open({ redirectTo: "https://etalase.example/masuk" });
  expect((await signIn(listed.url)).href).toContain("https://etalase.example/masuk#access_token");
  const browser = new CookieBrowser();
  const first = await browser.fetch((await open()).url);
  const state = new URL(first.headers.get("location") ?? "").searchParams.get("state");
  const refused = await browser.fetch(
    `${backend().url}/auth/v1/callback?state=${state}&error=access_denied&error_description=${encodeURIComponent("no\r\nLocation: https://evil.test")}`,
  );
  const page = new URL(refused.headers.get("location") ?? "");
  expect(page.origin).toBe(backend().url);
  expect(fragment(page)).toMatchObject({ error: "access_denied" });
});

test("T26: an address that the provider has not verified links no account and creates none", async () => {
  const email = anybody();
  await signedInClient(backend(), email, password);
  provider().person = { sub: randomUUID(), email, email_verified: false };
  expect(fragment(await signIn((await open()).url))).toMatchObject({
    error_code: "provider_email_needs_verification",
  });
  const fresh = anybody();
  provider().person = { sub: randomUUID(), email: fresh, email_verified: false };
  await signIn((await open()).url);
  const identities =
    await asSeed()`select 1 from auth.identities where provider = 'kampus' and email in (${email}, ${fresh})`;
  expect(identities).toHaveLength(0);
});

test("an address verified by shop and provider is one account", async () => {
  const email = anybody();
  const client = await signedInClient(backend(), email, password);
  const { data } = await client.auth.getUser();
  provider().person = { sub: randomUUID(), email: email.toUpperCase(), email_verified: true };
  const page = fragment(await signIn((await open()).url));
  const joined = await backend().client().auth.getUser(page.access_token);
  expect(joined.data.user?.id).toBe(data.user?.id);
  expect(joined.data.user?.app_metadata.providers).toEqual(["email", "kampus"]);
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
});

test("a sign-up with another's address loses it and its password to the owner", async () => {
  const email = anybody();
  const attacker = backend().client();
  await attacker.auth.signUp({ email, password: "penyusup-kata-9" });
  provider().person = { sub: randomUUID(), email, email_verified: true };
  const page = fragment(await signIn((await open()).url));
  const owner = await backend().client().auth.getUser(page.access_token);
  expect(owner.data.user?.identities).toHaveLength(1);
  const tried = await attacker.auth.signInWithPassword({ email, password: "penyusup-kata-9" });
  expect(tried.error).toMatchObject({ code: "invalid_credentials" });
  const { code } = await backend().mailTo(email);
  const confirmed = await attacker.auth.verifyOtp({ email, token: code, type: "signup" });
  expect(confirmed.error).not.toBeNull();
});

test("a banned person stays out", async () => {
  const page = fragment(await signIn((await open()).url));
  const { data } = await backend().client().auth.getUser(page.access_token);
  await asSeed()`
    update auth.users set banned_until = now() + interval '1 day' where id = ${data.user?.id ?? null}`;
  expect(fragment(await signIn((await open()).url))).toMatchObject({
    error: "access_denied",
    error_code: "user_banned",
  });
});

test("a signed-in person adds and removes sign-in methods", async () => {
  const browser = new CookieBrowser();
  const client = await signedInClient(inBrowser(browser), anybody(), password);
  const linking = await client.auth.linkIdentity({ provider: "kampus" as "google" });
  expect(linking.error).toBeNull();
  const back = await provider().agree(linking.data.url ?? "");
  const linked = await browser.fetch(back);
  expect(linked.headers.get("location")).toContain("access_token");
  const { data } = await client.auth.getUserIdentities();
  expect(data?.identities.map((each) => each.provider)).toEqual(["email", "kampus"]);

  const twice = await client.auth.linkIdentity({ provider: "kampus" as "google" });
  const again = await browser.fetch(await provider().agree(twice.data.url ?? ""));
  expect(again.headers.get("location")).toContain("identity_already_exists");
  const another = new CookieBrowser();
  const other = await signedInClient(inBrowser(another), anybody(), password);
  const theirs = await other.auth.linkIdentity({ provider: "kampus" as "google" });
  const taken = await another.fetch(await provider().agree(theirs.data.url ?? ""));
  expect(taken.headers.get("location")).toContain("another+user");

  const identity = data?.identities[1];
  if (!identity) throw new Error("no identity");
  expect((await other.auth.unlinkIdentity(identity)).error).toMatchObject({ status: 422 });
  expect((await client.auth.unlinkIdentity(identity)).error).toBeNull();
  const left = data?.identities[0];
  if (!left) throw new Error("no identity");
  expect((await client.auth.unlinkIdentity(left)).error).toMatchObject({
    code: "single_identity_not_deletable",
  });
});

test("an identity token adds a sign-in method, and an address to a person without one", async () => {
  const client = await signedInClient(backend(), anybody(), password);
  const token = await provider().idToken();
  const linked = await client.auth.linkIdentity({ provider: "kampus", token });
  expect(linked.error).toBeNull();
  expect(linked.data.user?.app_metadata.providers).toEqual(["email", "kampus"]);
  // The new session has not reauthenticated.
  await asSeed()`update auth.sessions set reauthenticated_at = now()`;
  const again = await client.auth.linkIdentity({ provider: "kampus", token });
  expect(again.error).toMatchObject({ status: 422, code: "identity_already_exists" });

  const visitor = backend().client();
  const anonymous = await visitor.auth.signInAnonymously();
  expect(anonymous.error).toBeNull();
  provider().person = { sub: randomUUID(), email: anybody(), email_verified: true };
  const known = await visitor.auth.linkIdentity({
    provider: "kampus",
    token: await provider().idToken(),
  });
  expect(known.data.user).toMatchObject({
    id: anonymous.data.user?.id,
    email: provider().person.email,
    is_anonymous: false,
  });
});

test("a native app signs in with its own identity token", async () => {
  const client = backend().client();
  const nonce = randomUUID();
  const hashed = createHash("sha256").update(nonce).digest("hex");
  const token = await provider().idToken({ nonce: hashed, aud: "mobile" });
  const signedIn = await client.auth.signInWithIdToken({ provider: "kampus", token, nonce });
  expect(signedIn.error).toBeNull();
  expect(signedIn.data.user?.email).toBe(provider().person.email);
  const bare = await client.auth.signInWithIdToken({
    provider: "kampus",
    token: await provider().idToken(),
  });
  expect(bare.error).toBeNull();
});

test.each([
  ["no nonce, although the token has one", { nonce: "x" }, undefined, /both exist or not/],
  ["another nonce", { nonce: "x" }, "y", /Nonces mismatch/],
  ["another audience", { aud: "evil" }, undefined, /Unacceptable audience/],
  ["another issuer", { iss: "https://evil.test" }, undefined, /Bad ID token/],
  ["out of date", { exp: 1 }, undefined, /Bad ID token/],
  ["of a subject with NUL", { sub: "a\0" }, undefined, /Bad ID token/],
  ["of a subject with half a character", { sub: "a\ud800" }, undefined, /Bad ID token/],
  ["made long ago", { iat: 1 }, undefined, /Bad ID token/],
  ["asked for by another program", { aud: ["shop", "evil"], azp: "evil" }, undefined, /audience/],
] as [string, JWTPayload, string | undefined, RegExp][])(
  "T26: an identity token is refused: %s",
  async (_name, claims, nonce, message) => {
    const token = await provider().idToken(claims);
    const answer = await backend()
      .client()
      .auth.signInWithIdToken({ provider: "kampus", token, ...(nonce ? { nonce } : {}) });
    expect(answer.error?.status).toBe(400);
    expect(answer.error?.message).toMatch(message);
  },
);

test("a missing field of an identity token request is reported as an OAuth error", async () => {
  const post = async (body: object) => {
    const answer = await backend().post("/auth/v1/token?grant_type=id_token", body);
    return { status: answer.status, body: await answer.json() };
  };
  expect(await post({})).toEqual({
    status: 400,
    body: { error: "invalid request", error_description: "id_token required" },
  });
  expect((await post({ id_token: "x" })).body).toEqual({
    error: "invalid request",
    error_description: "provider or client_id and issuer required",
  });
  expect((await post({ id_token: "x", provider: "lain" })).body.error_code).toBe(
    "validation_failed",
  );
  expect((await post({ id_token: "x", provider: "google" })).body.error_code).toBe(
    "provider_disabled",
  );
  expect(
    (await post({ id_token: "x", issuer: "https://a.test", client_id: "b" })).body.error_code,
  ).toBe("provider_disabled");
  expect((await post({ id_token: "a.b.c", provider: "kampus" })).body.error_description).toBe(
    "Bad ID token",
  );
});
