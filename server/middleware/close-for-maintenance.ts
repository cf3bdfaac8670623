import type { Context, MiddlewareHandler } from "hono";
import { maintenanceWords } from "#app/messages/shared/maintenance.ts";
import { readSession } from "#backend/auth/sessions/session.server.ts";
import { settingsOf } from "#backend/auth/settings.ts";
import { readCaller } from "#backend/gateway/caller.server.ts";
import type { Keys } from "#backend/gateway/keys.server.ts";
import type { Config } from "#base/config-type.ts";
import { AppError } from "#base/errors.ts";
import { type Language, languageOfPath, plainPath } from "#base/language.ts";
import { findActor } from "#shop/customers/find-person.server.ts";
import { isStaff } from "#shop/kernel/access.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import { isClosed } from "#shop/settings/merchant/maintenance.server.ts";
import type { Facts } from "./request-facts.ts";
import { temporaryLayout } from "./temporary-layout.ts";

/** Seconds of `Retry-After`, and between two questions of an open page. */
const retryAfter = 60;
/** Loads the page again once the shop is open. */
const reopen = `setInterval(function(){fetch(location.href,{method:"HEAD"}).then(function(answer){if(answer.status!==503)location.reload()},function(){})},${retryAfter * 1000})`;

/** Payment providers notify, and staff sign in, also while the shop is closed. */
const openPaths =
  /^\/(webhooks\/|auth$|forgotpassword$|changeforgotpassword$|firstadmin\/|api\/first-admin$|__manifest$)/;
const openAuth =
  /^\/auth\/v1\/(token|user|logout|verify|factors|recover|health|settings|\.well-known)(\/|$)/;
/** Public pictures, which staff's pages show too. */
const pictures = /^\/storage\/v1\/(object|render\/image)\/public\//;
/** Requests of programs, which read JSON. */
const apis = /^\/(auth|rest|storage|functions|realtime)\/v1\/|^\/api\/|\.data$/;

/**
 * Answers 503 with `Retry-After` while the shop is closed: a page in the reader's language, or JSON with the code
 * `maintenance`. Staff with a session, the secret key and payment providers go on (docs/why/operations.md).
 */
export function closeForMaintenance(config: Config, keys: Keys): MiddlewareHandler<Facts> {
  return async (c, next) => {
    if (!isClosed()) return next();
    const path = plainPath(c.req.path.toLowerCase());
    const page = path.replace(/\.data$/, "");
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    if (openPaths.test(page) || openAuth.test(path) || (isRead && pictures.test(path)))
      return next();
    const { isAllowed, cookies } = await identify(config, keys, c);
    if (!isAllowed) return refuse(c, path);
    await next();
    for (const cookie of cookies) c.res.headers.append("Set-Cookie", cookie);
  };
}

interface Identity {
  readonly isAllowed: boolean;
  /** Of a session that was renewed. */
  readonly cookies: readonly string[];
}

/** Staff by their session's cookie or token, programs by the secret key. */
async function identify(config: Config, keys: Keys, c: Context): Promise<Identity> {
  const { publicUrl } = config;
  try {
    const apikey = c.req.header("apikey");
    const authorization = c.req.header("authorization");
    if (apikey !== undefined || authorization !== undefined) {
      const caller = await readCaller(keys, publicUrl, { apikey, authorization });
      const isAllowed = caller.dbRole === "service_role" || isStaff(await findActor(caller.claims));
      return { isAllowed, cookies: [] };
    }
    const session = await readSession(c.req.raw, {
      keys,
      publicUrl,
      settings: settingsOf(config.auth),
    });
    const isAllowed = session !== undefined && isStaff(await findActor(session.claims));
    return { isAllowed, cookies: session?.setCookies ?? [] };
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return { isAllowed: false, cookies: [] };
    throw error;
  }
}

async function refuse(c: Context<Facts>, path: string): Promise<Response> {
  c.header("Retry-After", String(retryAfter));
  c.header("Cache-Control", "no-store");
  if (apis.test(path)) {
    const isEnglish = c.req.header("accept-language")?.toLowerCase().startsWith("en");
    const { message } = maintenanceWords(isEnglish ? "en" : "id");
    const code = "maintenance";
    // The clients of the backend API read `code` and `message` at the top, those of functions below `error`.
    return c.json({ code, message, error: { code, message } }, 503);
  }
  const language: Language = languageOfPath(c.req.path.toLowerCase());
  const { name } = await findMerchant();
  const page = temporaryLayout(language, name, c.get("nonce"), maintenanceWords(language), reopen);
  return c.html(page, 503);
}
