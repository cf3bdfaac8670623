import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeEach, expect, test } from "vitest";
import { createBackend } from "#backend/backend.server.ts";
import { readConfig } from "#base/config.server.ts";
import { CookieBrowser } from "#tests/support/browser/cookie-browser.ts";
import { oidcDouble } from "#tests/support/doubles/oidc.ts";
import { relaxedAuth, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/*
 * T26: a return from a provider counts only in the browser that started it, and an identity is linked only to the
 * person who requested it.
 */

testDatabase();
const provider = oidcDouble();
const providers = () => ({
  kampus: {
    issuer: provider().issuer,
    clientId: provider().clientId,
    clientSecret: provider().clientSecret,
  },
});
const backend = testBackend(() => ({ auth: { ...relaxedAuth, providers: providers() } }));

const anybody = () => `${randomUUID().slice(0, 8)}@shop.test`;
const kampus = "kampus" as "google";

beforeEach(() => {
  provider().person = { sub: randomUUID(), email: anybody(), email_verified: true, name: "Ayu" };
});

/** Signs up and confirms in that browser. */
async function signIn(browser: CookieBrowser, flowType: "implicit" | "pkce" = "implicit") {
  const email = anybody();
  const client = browser.client(backend(), flowType);
  await client.auth.signUp({ email, password: "kertas-karbon-7" });
  const { code } = await backend().mailTo(email);
  const verified = await client.auth.verifyOtp({ email, token: code, type: "signup" });
  if (verified.error) throw verified.error;
  return client;
}

async function providersOf(client: SupabaseClient): Promise<string[]> {
  const { data } = await client.auth.getUserIdentities();
  return (data?.identities ?? []).map((each) => each.provider);
}

/** Requests a link as a page does. @returns the address to which the browser would be redirected */
async function asksToLink(client: SupabaseClient): Promise<string> {
  const { data, error } = await client.auth.linkIdentity({
    provider: kampus,
    options: { skipBrowserRedirect: true },
  });
  if (error) throw error;
  return data.url ?? "";
}

/** Follows the provider's address in a browser, and returns. @returns the final address of the browser */
async function comesBack(browser: CookieBrowser, providerUrl: string): Promise<URL> {
  const answer = await browser.fetch(await provider().agree(providerUrl));
  return new URL(answer.headers.get("location") ?? "");
}

const everyIdentity = () =>
  asSeed()`select 1 from auth.identities where provider_id = ${provider().person.sub}`;

test("T26: an attacker's link adds no identity in another person's browser", async () => {
  const attacker = await signIn(new CookieBrowser());
  const url = await asksToLink(attacker);
  const victim = new CookieBrowser();
  await signIn(victim);
  const page = await comesBack(victim, url);
  expect(page.hash).toContain("error_code=bad_oauth_state");
  expect(page.hash).not.toContain("access_token");
  expect(await providersOf(attacker)).toEqual(["email"]);
  expect(await everyIdentity()).toHaveLength(0);
});

test("T26: with a proof key an attacker's link adds no identity either", async () => {
  const attacker = await signIn(new CookieBrowser(), "pkce");
  const url = await asksToLink(attacker);
  const page = await comesBack(new CookieBrowser(), url);
  expect(await providersOf(attacker)).toEqual(["email"]);
  // The code is in the victim's browser, the proof key in the attacker's: neither can exchange it.
  const code = page.searchParams.get("code") ?? "";
  const other = new CookieBrowser().client(backend(), "pkce");
  expect((await other.auth.exchangeCodeForSession(code)).error).not.toBeNull();
  expect(await everyIdentity()).toHaveLength(0);
});

test("a link is finished in the browser of the session that requested it", async () => {
  const browser = new CookieBrowser();
  const client = await signIn(browser);
  const page = await comesBack(browser, await asksToLink(client));
  expect(page.hash).toContain("access_token");
  expect(await providersOf(client)).toEqual(["email", "kampus"]);
});

test("a link adds no identity once the session that requested it has ended", async () => {
  for (const end of ["sign out", "not after"] as const) {
    const browser = new CookieBrowser();
    const client = await signIn(browser);
    const { data } = await client.auth.getUser();
    const id = data.user?.id ?? "";
    const url = await asksToLink(client);
    if (end === "sign out") await client.auth.signOut();
    else await asSeed()`update auth.sessions set not_after = now() where user_id = ${id}`;
    const page = await comesBack(browser, url);
    expect(page.hash).not.toContain("access_token");
    expect(page.searchParams.get("error_code")).toMatch(/bad_oauth_state|session_not_found/);
    expect(await everyIdentity()).toHaveLength(0);
  }
});

test("a link adds no identity when the browser's session now belongs to another person", async () => {
  const browser = new CookieBrowser();
  const client = await signIn(browser);
  const url = await asksToLink(client);
  const other = await signIn(new CookieBrowser());
  const { data } = await other.auth.getSession();
  const value = Buffer.from(JSON.stringify(data.session)).toString("base64url");
  browser.cookies.set("sb-localhost-auth-token", `base64-${value}`);
  const page = await comesBack(browser, url);
  expect(page.searchParams.get("error_code")).toBe("session_not_found");
  expect(await everyIdentity()).toHaveLength(0);
});

test("a client without cookies links with its proof key, once it has exchanged the code", async () => {
  const app = await signIn(new CookieBrowser(), "pkce");
  const url = await asksToLink(app);
  // A mobile program: the system's browser has none of the program's cookies.
  const page = await comesBack(new CookieBrowser(), url);
  expect(await providersOf(app)).toEqual(["email"]);
  const done = await app.auth.exchangeCodeForSession(page.searchParams.get("code") ?? "");
  expect(done.error).toBeNull();
  expect(done.data.session?.provider_token).toBe("provider-access");
  expect(await providersOf(app)).toEqual(["email", "kampus"]);

  const second = await signIn(new CookieBrowser(), "pkce");
  const again = await comesBack(new CookieBrowser(), await asksToLink(second));
  const taken = await second.auth.exchangeCodeForSession(again.searchParams.get("code") ?? "");
  expect(taken.error).toMatchObject({ status: 422, code: "identity_already_exists" });

  const third = await signIn(new CookieBrowser(), "pkce");
  provider().person = { sub: randomUUID(), email: anybody(), email_verified: true };
  const back = await comesBack(new CookieBrowser(), await asksToLink(third));
  const { data } = await third.auth.getUser();
  await asSeed()`delete from auth.sessions where user_id = ${data.user?.id ?? null}`;
  const late = await third.auth.exchangeCodeForSession(back.searchParams.get("code") ?? "");
  expect(late.error).not.toBeNull();
  expect(await everyIdentity()).toHaveLength(0);
});

async function begins(browser: CookieBrowser, flowType: "implicit" | "pkce" = "implicit") {
  const client = browser.client(backend(), flowType);
  const { data } = await client.auth.signInWithOAuth({ provider: kampus });
  const first = await browser.fetch(data.url ?? "");
  return { client, providerUrl: first.headers.get("location") ?? "" };
}

test("T26: a sign-in that began in one browser is not finished in another", async () => {
  for (const flowType of ["implicit", "pkce"] as const) {
    const { providerUrl } = await begins(new CookieBrowser(), flowType);
    const page = await comesBack(new CookieBrowser(), providerUrl);
    expect(page.searchParams.get("error_code")).toBe("bad_oauth_state");
    expect(page.searchParams.has("code")).toBe(false);
    expect(page.hash).not.toContain("access_token");
    expect(
      await asSeed()`
      select 1 from auth.users where email = ${String(provider().person.email)}`,
    ).toHaveLength(0);
  }
});

test("two windows of one browser both finish, and the return may be posted", async () => {
  const browser = new CookieBrowser();
  const first = await begins(browser);
  const second = await begins(browser);
  expect((await comesBack(browser, first.providerUrl)).hash).toContain("access_token");
  const back = new URL(await provider().agree(second.providerUrl));
  // A form of the provider's page comes without the cookie, because the provider is another site.
  const posted = await fetch(`${back.origin}${back.pathname}`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: back.searchParams.toString(),
    redirect: "manual",
  });
  expect(posted.status).toBe(303);
  const last = await browser.fetch(posted.headers.get("location") ?? "");
  expect(last.headers.get("location")).toContain("access_token");
});

test("the cookie lives ten minutes, out of reach of scripts, and on https for this host alone", async () => {
  const browser = new CookieBrowser();
  await begins(browser);
  const [line = ""] = browser.lines;
  expect(line).toMatch(/^sb-oauth-browser=[A-Za-z0-9_-]{43};/);
  for (const part of ["Max-Age=600", "Path=/", "HttpOnly", "SameSite=Lax"]) {
    expect(line).toContain(part);
  }
  expect(line).not.toMatch(/Secure|Domain/);
  const secure = createBackend({
    config: readConfig({ PUBLIC_URL: "https://toko.example", DATA_DIR: "/tmp" }),
    keys: backend().keys,
    functions: {},
    auth: { ...relaxedAuth, providers: providers() },
  });
  const answer = await secure.request("/auth/v1/authorize?provider=kampus");
  const [strict = ""] = answer.headers.getSetCookie();
  expect(strict).toMatch(/^__Host-sb-oauth-browser=/);
  expect(strict).toMatch(/; Secure/);
  expect(strict).toContain("Path=/");
  expect(strict).not.toContain("Domain");
});
