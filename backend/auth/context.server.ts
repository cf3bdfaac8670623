import type { Context } from "hono";
import type { Keys } from "#backend/gateway/keys.server.ts";
import { countRequest, type RateLimit } from "#db/rate-limit.server.ts";
import { AuthError } from "./errors.ts";
import type { AuthSettings } from "./settings.ts";

/**
 * Verifies a captcha with its provider.
 * @returns undefined when it is solved, else the provider's error codes
 */
export type VerifyCaptcha = (
  token: string,
  from: { ip: string },
) => Promise<readonly string[] | undefined>;

/** The shop's dependencies of every auth operation. */
export interface AuthContext {
  readonly keys: Keys;
  readonly settings: AuthSettings;
  /** The only base address of links in mails. */
  readonly publicUrl: string;
  /** The shop's current name, for mails. */
  readonly shopName: () => Promise<string>;
  /**
   * Further addresses that a link may redirect to; `*` matches one part between dots or slashes, `**` matches
   * anything.
   */
  readonly redirectAllowList: readonly string[];
  readonly clientIp: (c: Context) => string;
  /**
   * Paths of pages at `publicUrl` that use up a mail's link themselves after a button press. Links with such
   * a target go there directly, with their secret in the fragment.
   */
  readonly linkPages?: readonly string[];
  /** Set when sign-in requires a captcha. */
  readonly verifyCaptcha?: VerifyCaptcha | undefined;
}

/** @throws AuthError 429 */
export async function limitRequests(
  context: AuthContext,
  c: Context,
  kind: keyof AuthSettings["limits"],
): Promise<void> {
  await count(context, c, kind, context.settings.limits[kind]);
}

/**
 * Limits requests whose answer reveals whether an address has an account.
 * @throws AuthError 429
 */
export async function limitLookups(context: AuthContext, c: Context): Promise<void> {
  await count(context, c, "lookup", context.settings.lookupLimit);
}

/**
 * Limits the text messages that a network requests in a day. The limits of numbers and accounts do not suffice, because a
 * person can enter any number and open more accounts.
 * @throws AuthError 429
 */
export async function limitMessagesFrom(context: AuthContext, c: Context): Promise<void> {
  await count(context, c, "message", context.settings.messageLimit);
}

async function count(
  context: AuthContext,
  c: Context,
  kind: string,
  limit: RateLimit,
): Promise<void> {
  const key = `auth:${kind}:${networkOf(context.clientIp(c))}`;
  const wait = await countRequest(key, limit);
  if (wait > 0) {
    throw new AuthError(429, "over_request_rate_limit", "Request rate limit reached", {
      retryAfter: wait,
    });
  }
}

/**
 * The network of an address. A host with one IPv6 address usually controls its whole /64, so a /64 counts as
 * one.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  if (!ip.includes(":")) return ip;
  const [head = "", tail] = ip.split("%")[0]?.split("::") ?? [];
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = Math.max(0, 8 - groups.length - rest.length);
  const full = tail === undefined ? groups : [...groups, ...Array(missing).fill("0"), ...rest];
  return full
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, "").toLowerCase())
    .join(":");
}
