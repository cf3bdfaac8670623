import { createBrowserClient, createServerClient } from "@supabase/ssr";
import { expect, test } from "vitest";
import { readSession, sessionCookieName } from "#backend/auth/sessions/session.server.ts";
import { signAccessToken, verifyAccessToken } from "#backend/gateway/access-token.server.ts";
import { signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase();
const backend = testBackend();
const password = "kertas-karbon-7";

/** A browser's cookies, as far as these tests need them. */
class Jar {
  readonly cookies = new Map<string, string>();

  header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  set(name: string, value: string, maxAge: number | undefined): void {
    if (maxAge === 0 || value === "") this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  take(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = "", ...attributes] = line.split("; ");
      const equals = pair.indexOf("=");
      const maxAge = attributes.find((attribute) => attribute.startsWith("Max-Age="));
      this.set(
        pair.slice(0, equals),
        pair.slice(equals + 1),
        maxAge ? Number(maxAge.slice(8)) : undefined,
      );
    }
  }

  methods() {
    return {
      getAll: () => [...this.cookies].map(([name, value]) => ({ name, value })),
      setAll: (list: { name: string; value: string; options: { maxAge?: number } }[]) => {
        for (const { name, value, options } of list) this.set(name, value, options.maxAge);
      },
    };
  }

  request(): Request {
    return new Request(`${backend().url}/Orders`, { headers: { cookie: this.header() } });
  }
}

const options = () => ({ keys: backend().keys, publicUrl: backend().url });

async function signedInJar(email: string, data: object = {}): Promise<Jar> {
  await signedInClient(backend(), email);
  const jar = new Jar();
  const client = createBrowserClient(backend().url, backend().keys.publishable, {
    cookies: jar.methods(),
    isSingleton: false,
  });
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  if (Object.keys(data).length > 0) {
    await client.auth.updateUser({ data });
    await client.auth.refreshSession();
  }
  await client.auth.stopAutoRefresh();
  return jar;
}

/** The same session with an expired access token. */
async function expire(jar: Jar): Promise<void> {
  const name = sessionCookieName(backend().url);
  const chunks = [...jar.cookies].filter(([key]) => key.startsWith(name));
  const value = chunks.map(([, text]) => text).join("");
  const session = JSON.parse(Buffer.from(value.slice(7), "base64url").toString());
  const claims = await verifyAccessToken(backend().keys, backend().url, session.access_token);
  const past = Math.floor(Date.now() / 1000) - 100;
  session.access_token = await signAccessToken(backend().keys, { ...claims, exp: past });
  session.expires_at = past;
  for (const [key] of chunks) jar.cookies.delete(key);
  jar.cookies.set(name, `base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`);
}

test("pages read the session that the browser's client wrote", async () => {
  const jar = await signedInJar("ayu@shop.test");
  const session = await readSession(jar.request(), options());
  expect(session?.claims).toMatchObject({ email: "ayu@shop.test", role: "authenticated" });
  expect(session?.setCookies).toEqual([]);
});

test("a session in several cookies is read, and stale pieces are cleared", async () => {
  const jar = await signedInJar("budi@shop.test", { note: "panjang ".repeat(400) });
  const name = sessionCookieName(backend().url);
  expect(jar.cookies.has(`${name}.1`)).toBe(true);
  const session = await readSession(jar.request(), options());
  expect(session?.claims.email).toBe("budi@shop.test");
  await expire(jar);
  jar.cookies.set(`${name}.7`, "left-over");
  const fresh = await readSession(jar.request(), options());
  jar.take(fresh?.setCookies ?? []);
  expect(jar.cookies.has(`${name}.7`)).toBe(false);
  expect((await readSession(jar.request(), options()))?.setCookies).toEqual([]);
});

test("an expired session is refreshed, and the official clients read the new cookie", async () => {
  const jar = await signedInJar("cici@shop.test");
  await expire(jar);
  const session = await readSession(jar.request(), options());
  expect(session?.claims.email).toBe("cici@shop.test");
  const [line = ""] = session?.setCookies ?? [];
  expect(line).toContain("; Max-Age=34560000; Path=/; SameSite=Lax");
  expect(line).not.toContain("HttpOnly");
  jar.take(session?.setCookies ?? []);
  const client = createServerClient(backend().url, backend().keys.publishable, {
    cookies: jar.methods(),
  });
  expect((await client.auth.getUser()).data.user?.email).toBe("cici@shop.test");
  const browser = createBrowserClient(backend().url, backend().keys.publishable, {
    cookies: jar.methods(),
    isSingleton: false,
  });
  const { data } = await browser.auth.getSession();
  expect(data.session?.access_token).toBeTruthy();
  await browser.auth.signOut();
  expect(jar.cookies.size).toBe(0);
});

test("two pages that refresh at the same time are both signed in", async () => {
  const jar = await signedInJar("dodi@shop.test");
  await expire(jar);
  const pages = await Promise.all([1, 2, 3].map(() => readSession(jar.request(), options())));
  expect(pages.map((page) => page?.claims.email)).toEqual(Array(3).fill("dodi@shop.test"));
  for (const page of pages) jar.take(page?.setCookies ?? []);
  expect(await readSession(jar.request(), options())).toBeDefined();
});

test("after signing out elsewhere the cookie is invalid", async () => {
  const jar = await signedInJar("eka@shop.test");
  const other = backend().client();
  await other.auth.signInWithPassword({ email: "eka@shop.test", password });
  await other.auth.signOut({ scope: "global" });
  expect(await readSession(jar.request(), options())).toBeUndefined();
  await expire(jar);
  expect(await readSession(jar.request(), options())).toBeUndefined();
});

test.each([
  "base64-",
  "base64-!!!",
  "base64-bnVsbA",
  "base64-WzFd",
  "%ff%",
  "{}",
  '{"access_token":1}',
  '{"access_token":"a.b.c","refresh_token":"x"}',
  "x".repeat(5000),
])("an invalid cookie means a visitor: %s", async (value) => {
  const name = sessionCookieName(backend().url);
  for (const cookie of [`${name}=${value}`, `${name}.0=${value}; ${name}.1=${value}`]) {
    const request = new Request(backend().url, { headers: { cookie } });
    expect(await readSession(request, options())).toBeUndefined();
  }
});

test("the name follows the first label of the host", () => {
  expect(sessionCookieName("https://toko.example.com")).toBe("sb-toko-auth-token");
  expect(sessionCookieName("http://localhost:3000")).toBe("sb-localhost-auth-token");
});
