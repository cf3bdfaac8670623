import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { CookieBrowser } from "#tests/support/browser/cookie-browser.ts";
import { oidcDouble } from "#tests/support/doubles/oidc.ts";
import {
  relaxedAuth,
  signedInClient,
  type TestBackend,
  testBackend,
} from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* Attacks on sign-in with a provider: mix-up, injected codes, replays, look-alike and unverified addresses, linking. */

testDatabase();
const honest = oidcDouble();
const malicious = oidcDouble();
const settingsOf = (provider: ReturnType<typeof honest>) => ({
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
});
const backend = testBackend(() => ({
  auth: {
    ...relaxedAuth,
    anonymous: true,
    providers: { kampus: settingsOf(honest()), jahat: settingsOf(malicious()) },
  },
}));
const kampus = "kampus" as "google";
const password = "kertas-karbon-7";
const anybody = () => `${randomUUID().slice(0, 8)}@shop.test`;

beforeEach(() => {
  honest().misbehaviour = "none";
  honest().person = { sub: randomUUID(), email: anybody(), email_verified: true, name: "Ayu" };
});

const inBrowser = (browser: CookieBrowser): TestBackend => ({
  ...backend(),
  client: () => browser.client(backend()),
});

/** Begins a sign-in. @returns the provider's address */
async function begin(browser: CookieBrowser, provider = "kampus"): Promise<URL> {
  const answer = await browser.fetch(`${backend().url}/auth/v1/authorize?provider=${provider}`);
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get("location") ?? "");
}

async function comeBack(browser: CookieBrowser, address: string | URL) {
  const answer = await browser.fetch(String(address));
  const page = new URL(answer.headers.get("location") ?? "");
  const values = new URLSearchParams(page.hash.slice(1));
  return { error: values.get("error_code"), token: values.get("access_token"), page };
}

async function emailOf(token: string | null): Promise<string | undefined> {
  return (
    await backend()
      .client()
      .auth.getUser(token ?? "")
  ).data.user?.email;
}

const accountsOf = (email: string) =>
  asSeed()<{ providers: string[] }[]>`
    select array(select provider from auth.identities i where i.user_id = u.id order by provider) as providers
    from auth.users u where email = ${email}`;

test("a provider cannot get the code that another provider issued (mix-up)", async () => {
  const [victim, attacker] = [new CookieBrowser(), new CookieBrowser()];
  // The malicious provider redirects the victim to the honest one with the request of the attacker's own sign-in.
  const chosen = await begin(victim, "jahat");
  const request = await begin(attacker);
  const mixed = new URL(request);
  mixed.searchParams.set("state", chosen.searchParams.get("state") ?? "");
  const back = new URL(await honest().agree(mixed.href));
  const code = back.searchParams.get("code") ?? "";
  expect((await comeBack(victim, back)).error).toBe("bad_oauth_callback");
  expect(malicious().receivedCodes).toEqual([]);
  expect(honest().receivedCodes).not.toContain(code);
  // A callback without the issuer that the provider's metadata announces is refused too.
  const again = await begin(victim, "jahat");
  const bare = new URL(back);
  bare.searchParams.delete("iss");
  bare.searchParams.set("state", again.searchParams.get("state") ?? "");
  expect((await comeBack(victim, bare)).error).toBe("bad_oauth_callback");
  expect(malicious().receivedCodes).toEqual([]);
});

test("a posted callback of another provider is refused", async () => {
  const browser = new CookieBrowser();
  const chosen = await begin(browser, "jahat");
  const answer = await browser.fetch(`${backend().url}/auth/v1/callback`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      state: chosen.searchParams.get("state") ?? "",
      code: randomUUID(),
      iss: honest().issuer,
    }).toString(),
  });
  expect(answer.status).toBe(303);
  const seen = await comeBack(browser, answer.headers.get("location") ?? "");
  expect(seen.error).toBe("bad_oauth_callback");
  expect(malicious().receivedCodes).toEqual([]);
});

test.each(["none", "ignores PKCE"] as const)(
  "a stolen code opens no session in another sign-in when the provider's fault is: %s",
  async (fault) => {
    honest().misbehaviour = fault;
    const [victim, attacker] = [new CookieBrowser(), new CookieBrowser()];
    const theirs = new URL(await honest().agree((await begin(victim)).href));
    const own = await begin(attacker);
    const injected = new URL(theirs);
    injected.searchParams.set("state", own.searchParams.get("state") ?? "");
    const seen = await comeBack(attacker, injected);
    expect([seen.error === null, seen.token]).toEqual([false, null]);
    expect(await accountsOf(String(honest().person.email))).toEqual([]);
  },
);

test("a callback is valid once and only for its own provider", async () => {
  const browser = new CookieBrowser();
  const back = await honest().agree((await begin(browser)).href);
  expect((await comeBack(browser, back)).token).not.toBeNull();
  const replayed = await comeBack(browser, back);
  expect([replayed.error, replayed.token]).toEqual(["bad_oauth_state", null]);
});

test.each([false, null, "false", "TRUE", "1", 1, ["true"], { verified: true }, undefined])(
  "an address with email_verified=%j opens no account",
  async (verified) => {
    const email = anybody();
    await signedInClient(backend(), email, password);
    honest().person = { sub: randomUUID(), email, email_verified: verified };
    const browser = new CookieBrowser();
    const seen = await comeBack(browser, await honest().agree((await begin(browser)).href));
    expect([seen.error, seen.token]).toEqual(["provider_email_needs_verification", null]);
    expect(await accountsOf(email)).toEqual([{ providers: ["email"] }]);
  },
);

test.each([
  ["the Kelvin sign", (email: string) => email.replace("k", "\u212a")],
  ["a full-width letter", (email: string) => email.replace("k", "\uff4b")],
  ["a second address", (email: string) => `${email},x@evil.test`],
])("an address with %s does not open the account that it resembles", async (_title, imitate) => {
  const email = `k${anybody()}`;
  await signedInClient(backend(), email, password);
  honest().person = { sub: randomUUID(), email: imitate(email), email_verified: true };
  const browser = new CookieBrowser();
  const seen = await comeBack(browser, await honest().agree((await begin(browser)).href));
  expect([seen.token, await emailOf(seen.token)]).toEqual([null, undefined]);
  expect(await accountsOf(email)).toEqual([{ providers: ["email"] }]);
});

test("a stolen session links no identity, by redirect or by token", async () => {
  const email = anybody();
  const browser = new CookieBrowser();
  await signedInClient(inBrowser(browser), email, password);
  const thief = browser.client(backend());
  await thief.auth.signInWithPassword({ email, password });
  const needed = { status: 400, code: "reauthentication_needed" };
  const asked = await thief.auth.linkIdentity({
    provider: kampus,
    options: { skipBrowserRedirect: true },
  });
  expect(asked.error).toMatchObject(needed);
  const token = await honest().idToken();
  expect((await thief.auth.linkIdentity({ provider: "kampus", token })).error).toMatchObject(
    needed,
  );
  expect(await accountsOf(email)).toEqual([{ providers: ["email"] }]);
});

test("linking an identity with another person's address gives access to neither their address nor their account", async () => {
  const [owners, own] = [anybody(), anybody()];
  const owner = await signedInClient(backend(), owners, password);
  const browser = new CookieBrowser();
  const attacker = await signedInClient(inBrowser(browser), own, password);
  honest().person = { sub: randomUUID(), email: owners, email_verified: true };
  const { data, error } = await attacker.auth.linkIdentity({
    provider: kampus,
    options: { skipBrowserRedirect: true },
  });
  expect(error).toBeNull();
  await comeBack(browser, await honest().agree(data.url ?? ""));
  expect(await accountsOf(owners)).toEqual([{ providers: ["email"] }]);
  // The identity now opens the account that linked it.
  const visitor = new CookieBrowser();
  const seen = await comeBack(visitor, await honest().agree((await begin(visitor)).href));
  expect(await emailOf(seen.token)).toBe(own);
  expect((await owner.auth.getUser()).data.user?.email).toBe(owners);

  // A guest does not get the address of an identity when it belongs to an account.
  const guest = backend().client();
  await guest.auth.signInAnonymously();
  honest().person = { sub: randomUUID(), email: owners, email_verified: true };
  const linked = await guest.auth.linkIdentity({
    provider: "kampus",
    token: await honest().idToken(),
  });
  expect(linked.error).toBeNull();
  expect(linked.data.user?.email).toBe("");
  expect(await accountsOf(owners)).toEqual([{ providers: ["email"] }]);
});

test("no request or callback redirects the browser to another site", async () => {
  for (const target of [
    "https://evil.test/",
    "//evil.test",
    `${backend().url}/.//evil.test`,
    "javascript:alert(1)",
  ]) {
    const browser = new CookieBrowser();
    const query = new URLSearchParams({ provider: "kampus", redirect_to: target });
    const first = await browser.fetch(`${backend().url}/auth/v1/authorize?${query}`);
    const back = await honest().agree(first.headers.get("location") ?? "");
    const { page } = await comeBack(browser, `${back}&redirect_to=https://evil.test`);
    expect([target, page.origin, page.pathname]).toEqual([target, backend().url, "/"]);
  }
});
