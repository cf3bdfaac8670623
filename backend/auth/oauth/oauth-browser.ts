import { createHash, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { AuthContext } from "../context.server.ts";

/** Seconds; the lifetime of a state. */
const cookieLife = 600;
const cookieName = "sb-oauth-browser";
/** 32 random bytes in base64url. */
const secretShape = /^[A-Za-z0-9_-]{43}$/;

/**
 * Marks the browser that is sent to a provider with a cookie, so that the callback is valid in this browser
 * only (docs/why/auth.md). One cookie serves all windows of a browser.
 * @returns the hash to store with the state
 */
export function markBrowser(context: AuthContext, c: Context): string {
  const isSecure = usesHttps(context);
  const secret = readSecret(context, c) ?? randomBytes(32).toString("base64url");
  setCookie(c, cookieName, secret, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    maxAge: cookieLife,
    ...(isSecure ? { secure: true, prefix: "host" } : {}),
  });
  return hash(secret);
}

/** Hash of the request's cookie; undefined when there is none. */
export function browserHash(context: AuthContext, c: Context): string | undefined {
  const secret = readSecret(context, c);
  return secret && hash(secret);
}

function readSecret(context: AuthContext, c: Context): string | undefined {
  const value = usesHttps(context) ? getCookie(c, cookieName, "host") : getCookie(c, cookieName);
  return value && secretShape.test(value) ? value : undefined;
}

/**
 * Browsers accept the prefix that prevents other hosts of the domain from setting the cookie only over https.
 */
function usesHttps({ publicUrl }: AuthContext): boolean {
  return publicUrl.startsWith("https:");
}

function hash(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
