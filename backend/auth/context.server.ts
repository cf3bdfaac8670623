import type { Context } from "hono";
import type { Keys } from "#backend/gateway/keys.server.ts";
import { countRequest, type RateLimit } from "#db/rate-limit.server.ts";
import { AuthError } from "./errors.ts";
import type { AuthSettings } from "./settings.ts";

/**
 * Asks the captcha's maker whether a person solved it.
 * @returns undefined when they did, else why not, as the maker's codes
 */
export type VerifyCaptcha = (
  token: string,
  from: { ip: string },
) => Promise<readonly string[] | undefined>;

/** What every operation of the auth API needs to know about this shop. */
export interface AuthContext {
  readonly keys: Keys;
  readonly settings: AuthSettings;
  /** The only address that links in mails name. */
  readonly publicUrl: string;
  /** The name that mails speak of, as it is at the moment. */
  readonly shopName: () => Promise<string>;
  /** Further addresses that a link may lead back to; `*` stands for one part between dots or slashes, `**` for any. */
  readonly redirectAllowList: readonly string[];
  readonly clientIp: (c: Context) => string;
  /**
   * Paths of pages at `publicUrl` that use a mail's link up by themselves, once the person has pressed. Links that
   * would lead back there go there at once, with their secret in the fragment.
   */
  readonly linkPages?: readonly string[];
  /** Set where sign-in asks for a captcha. */
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

/** Limits questions whose answer tells whether an address has an account. @throws AuthError 429 */
export async function limitLookups(context: AuthContext, c: Context): Promise<void> {
  await count(context, c, "lookup", context.settings.lookupLimit);
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

/** Who has one IPv6 address has the 2^64 next to it as well, so they count as one. */
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
