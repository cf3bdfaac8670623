import { createBrowserClient, createServerClient } from "@supabase/ssr";
import { expect, test, vi } from "vitest";
import { readSession } from "#backend/auth/sessions/session.server.ts";
import { sessionCookieName, sessionCookies } from "#backend/auth/sessions/session-cookie.ts";
import { signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/*
 * The cookies of the unchanged @supabase/ssr, in both directions: its clients read the shop's, the shop reads theirs.
 */

testDatabase();
const backend = testBackend();
const password = "kertas-karbon-7";

/** A browser's cookie jar with the methods that the library uses. */
class Jar {
  readonly cookies = new Map<string, string>();
  readonly options = new Map<string, Record<string, unknown>>();

  getAll() {
    return [...this.cookies].map(([name, value]) => ({ name, value }));
  }

  setAll(list: { name: string; value: string; options: Record<string, unknown> }[]) {
    for (const { name, value, options } of list) {
      if (value === "" || options.maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
      this.options.set(name, options);
    }
  }

  /** Stores the cookies of the shop's response. */
  take(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [pair = "", ...attributes] = line.split("; ");
      const [name = "", value = ""] = pair.split("=");
      if (attributes.includes("Max-Age=0")) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  request(): Request {
    const cookie = this.getAll().map(({ name, value }) => `${name}=${value}`);
    return new Request(backend().url, { headers: { cookie: cookie.join("; ") } });
  }
}

const server = (jar: Jar) =>
  createServerClient(backend().url, backend().keys.publishable, {
    cookies: { getAll: () => jar.getAll(), setAll: (list) => jar.setAll(list) },
  });
const browser = (jar: Jar) =>
  createBrowserClient(backend().url, backend().keys.publishable, {
    isSingleton: false,
    cookies: { getAll: () => jar.getAll(), setAll: (list) => jar.setAll(list) },
    auth: { autoRefreshToken: false },
  });
const own = (jar: Jar) =>
  readSession(jar.request(), { keys: backend().keys, publicUrl: backend().url });
const name = () => sessionCookieName(backend().url);

/** Data that makes a session longer than one cookie. */
const long = { notes: "é".repeat(1_500) };

async function account(email: string, data?: object): Promise<void> {
  const client = await signedInClient(backend(), email, password);
  if (data) await client.auth.updateUser({ data });
  await client.auth.signOut();
}

test.each([
  ["one cookie", undefined],
  ["several cookies", long],
] as const)(
  "the browser signs in, pages and the library's server client read it: %s",
  async (which, data) => {
    const email = `${which.replace(" ", "-")}@shop.test`;
    await account(email, data);
    const jar = new Jar();
    const client = browser(jar);
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
    const names = [...jar.cookies.keys()].filter((each) => each.startsWith(name()));
    expect(names.length > 1).toBe(data !== undefined);
    expect((await own(jar))?.claims.email).toBe(email);
    const { data: user } = await server(jar).auth.getUser();
    expect(user.user?.email).toBe(email);
    expect(jar.options.get(names[0] ?? "")).toMatchObject({
      path: "/",
      sameSite: "lax",
      maxAge: 400 * 24 * 3600,
    });
  },
);

test.each([
  ["satu", undefined],
  ["banyak", long],
] as const)("the library's clients read the cookies that pages write: %s", async (which, data) => {
  const email = `halaman-${which}@shop.test`;
  await account(email, data);
  const client = backend().client();
  const signedIn = await client.auth.signInWithPassword({ email, password });
  const jar = new Jar();
  const text = JSON.stringify(signedIn.data.session);
  jar.take(sessionCookies(name(), text, [], false));
  expect(jar.cookies.size > 1).toBe(data !== undefined);
  expect((await server(jar).auth.getUser()).data.user?.email).toBe(email);
  const inBrowser = browser(jar);
  expect((await inBrowser.auth.getSession()).data.session?.refresh_token).toBe(
    signedIn.data.session?.refresh_token,
  );
  expect((await inBrowser.auth.refreshSession()).error).toBeNull();
  expect((await own(jar))?.claims.email).toBe(email);
  await inBrowser.auth.signOut();
  expect([...jar.cookies.keys()].filter((each) => each.startsWith(name()))).toEqual([]);
  expect(await own(jar)).toBeUndefined();
});

test("a session near its end is refreshed by whichever side sees it first, and both go on", async () => {
  const email = "hampir-habis@shop.test";
  await account(email, long);
  const jar = new Jar();
  const client = browser(jar);
  const { data } = await client.auth.signInWithPassword({ email, password });
  const old = { ...data.session, expires_at: 1, access_token: "a.b.c" };
  const shrunk = { ...old, user: { ...data.session?.user, user_metadata: {} } };
  jar.take(sessionCookies(name(), JSON.stringify(shrunk), [...jar.cookies.keys()], false));
  const read = await own(jar);
  expect(read?.claims.email).toBe(email);
  jar.take(read?.setCookies ?? []);
  expect((await server(jar).auth.getUser()).data.user?.email).toBe(email);

  const stale = { ...shrunk, refresh_token: data.session?.refresh_token };
  const late = new Jar();
  late.take(sessionCookies(name(), JSON.stringify(stale), [], false));
  // The page's own refresh has just used the token: the browser gets the same new token.
  expect((await server(late).auth.getUser()).data.user?.email).toBe(email);
  const [sessions] = await asSeed()<{ n: number }[]>`
    select count(*)::int as n from auth.sessions s join auth.users u on u.id = s.user_id
    where u.email = ${email}`;
  expect(sessions?.n).toBe(1);
});

test("cookie chunks are joined as in the library: an empty one is missing, those after a gap are ignored", async () => {
  const email = "sobek@shop.test";
  await account(email, long);
  const jar = new Jar();
  await browser(jar).auth.signInWithPassword({ email, password });
  const chunks = [...jar.cookies.keys()].filter((each) => each.startsWith(`${name()}.`));
  expect(chunks.length).toBeGreaterThan(1);
  jar.cookies.set(name(), "");
  jar.cookies.set(`${name()}.${chunks.length}`, "");
  jar.cookies.set(`${name()}.${chunks.length + 1}`, "sisa");
  expect((await server(jar).auth.getUser()).data.user?.email).toBe(email);
  expect((await own(jar))?.claims.email).toBe(email);
  jar.cookies.set(name(), "base64-%%%");
  // The library warns on each read.
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  expect((await server(jar).auth.getUser()).data.user).toBeNull();
  expect(await own(jar)).toBeUndefined();
});

test.each([
  ["mentah", { cookieEncoding: "raw" as const }],
  ["tanpa-akun", {}],
])("cookies of the library's other settings are read: %s", async (which, options) => {
  const email = `${which}@shop.test`;
  await account(email);
  const jar = new Jar();
  const cookies = {
    ...(which === "tanpa-akun" ? { encode: "tokens-only" as const } : {}),
    getAll: () => jar.getAll(),
    setAll: (list: Parameters<Jar["setAll"]>[0]) => jar.setAll(list),
  };
  const { url, keys } = backend();
  const client = createServerClient(url, keys.publishable, { ...options, cookies });
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
  await vi.waitFor(() => expect(jar.cookies.size).toBeGreaterThan(0));
  expect(decodeURIComponent(jar.request().headers.get("cookie") ?? "").includes("{")).toBe(
    which === "mentah",
  );
  expect((await own(jar))?.claims.email).toBe(email);
  const again = createServerClient(url, keys.publishable, { ...options, cookies });
  expect((await again.auth.getUser()).data.user?.email).toBe(email);
  expect((await again.auth.getClaims()).data?.claims.email).toBe(email);
});

test("a refresh on the server gives the page its no-store headers, once", async () => {
  const email = "tembolok@shop.test";
  await account(email);
  const jar = new Jar();
  await browser(jar).auth.signInWithPassword({ email, password });
  const held = jar.cookies.get(name()) ?? "";
  const session = JSON.parse(Buffer.from(held.slice("base64-".length), "base64url").toString());
  jar.take(sessionCookies(name(), JSON.stringify({ ...session, expires_at: 1 }), [], false));
  const received: Record<string, string>[] = [];
  const client = createServerClient(backend().url, backend().keys.publishable, {
    cookies: {
      getAll: () => jar.getAll(),
      setAll: (list, headers) => {
        received.push(headers);
        jar.setAll(list);
      },
    },
  });
  expect((await client.auth.getUser()).data.user?.email).toBe(email);
  expect(received).toHaveLength(1);
  expect(received[0]?.["Cache-Control"]).toContain("no-store");
  expect((await client.auth.getUser()).data.user?.email).toBe(email);
  expect(received).toHaveLength(1);
});

test("a proof key stored by the browser is exchanged on the server", async () => {
  const email = "bukti@shop.test";
  await account(email);
  const jar = new Jar();
  await browser(jar).auth.signInWithOtp({ email, options: { emailRedirectTo: backend().url } });
  const { link } = await backend().mailTo(email);
  const opened = await fetch(link, { redirect: "manual" });
  const code = new URL(opened.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const exchanged = await server(jar).auth.exchangeCodeForSession(code);
  expect(exchanged.error).toBeNull();
  expect((await own(jar))?.claims.email).toBe(email);
});
