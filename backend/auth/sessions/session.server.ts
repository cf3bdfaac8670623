import type { AuthContext } from "#backend/auth/context.server.ts";
import { requireSession } from "#backend/auth/request.server.ts";
import { type AuthSettings, defaultAuthSettings } from "#backend/auth/settings.ts";
import type { AccessClaims } from "#backend/gateway/access-token.server.ts";
import { TokenError, verifyAccessToken } from "#backend/gateway/access-token.server.ts";
import type { Keys } from "#backend/gateway/keys.server.ts";
import { timeNow } from "#base/clock.ts";
import { AppError } from "#base/errors.ts";
import { readCookie, sessionCookieName, sessionCookies } from "./session-cookie.ts";
import { refreshSession } from "./sessions.server.ts";

export type { AccessClaims } from "#backend/gateway/access-token.server.ts";
export { sessionCookieName } from "./session-cookie.ts";

export interface SessionOptions {
  readonly keys: Keys;
  readonly publicUrl: string;
  readonly settings?: Partial<AuthSettings>;
}

export interface ReadSession {
  readonly claims: AccessClaims;
  /** Cookies for the answer; empty unless the session was refreshed. */
  readonly setCookies: string[];
}

/** The client refreshes this early too. Seconds. */
const refreshMargin = 90;

/**
 * The session in a page request's cookie. Tokens near their expiry are refreshed in place, without HTTP. The
 * session must still exist: a sign-out or a ban takes effect on the next request, not when the token expires.
 * @returns undefined when nobody is signed in
 */
export async function readSession(
  request: Request,
  options: SessionOptions,
): Promise<ReadSession | undefined> {
  const name = sessionCookieName(options.publicUrl);
  const cookie = readCookie(request.headers.get("cookie"), name);
  if (!cookie) return undefined;
  const claims = await claimsOf(options, cookie.accessToken);
  if (claims && claims.exp - timeNow() / 1000 > refreshMargin) {
    return (await isAlive(claims)) ? { claims, setCookies: [] } : undefined;
  }
  if (!cookie.refreshToken) return undefined;
  try {
    const context: AuthContext = {
      keys: options.keys,
      publicUrl: options.publicUrl,
      settings: { ...defaultAuthSettings, ...options.settings },
      shopName: async () => "",
      redirectAllowList: [],
      clientIp: () => "",
    };
    const session = await refreshSession(context, cookie.refreshToken);
    const fresh = await claimsOf(options, session.access_token);
    if (!fresh) return undefined;
    const isSecure = options.publicUrl.startsWith("https:");
    const setCookies = sessionCookies(name, JSON.stringify(session), cookie.names, isSecure);
    return { claims: fresh, setCookies };
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return undefined;
    throw error;
  }
}

async function isAlive(claims: AccessClaims): Promise<boolean> {
  try {
    await requireSession(claims);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}

async function claimsOf(options: SessionOptions, token: string): Promise<AccessClaims | undefined> {
  try {
    return await verifyAccessToken(options.keys, options.publicUrl, token);
  } catch (error) {
    if (error instanceof TokenError) return undefined;
    throw error;
  }
}
