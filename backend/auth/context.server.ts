import type { Context } from "hono";
import type { Keys } from "#backend/gateway/keys.server.ts";
import { countRequest } from "#backend/gateway/rate-limit.server.ts";
import type { Caller } from "#db/client.server.ts";
import { AuthError } from "./errors.ts";
import type { AuthSettings } from "./settings.ts";

/** What every operation of the auth door needs to know about this shop. */
export interface AuthContext {
  readonly keys: Keys;
  readonly settings: AuthSettings;
  /** The only address that links in mails name. */
  readonly publicUrl: string;
  readonly shopName: string;
  /** Further addresses that a link may lead back to; `*` stands for one part between dots or slashes, `**` for any. */
  readonly redirectAllowList: readonly string[];
  readonly clientIp: (c: Context) => string;
}

export interface AuthEnv {
  Variables: { caller: Caller; requestId: string };
}

/** @throws AuthError 429 */
export async function limitRequests(
  context: AuthContext,
  c: Context,
  kind: keyof AuthSettings["limits"],
): Promise<void> {
  const key = `auth:${kind}:${context.clientIp(c)}`;
  const wait = await countRequest(key, context.settings.limits[kind]);
  if (wait > 0) {
    throw new AuthError(429, "over_request_rate_limit", "Request rate limit reached", {
      retryAfter: wait,
    });
  }
}
