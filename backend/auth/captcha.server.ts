import type { Context } from "hono";
import type { JsonObject } from "#backend/gateway/body.server.ts";
import { roleOfKey } from "#backend/gateway/caller.server.ts";
import type { AuthContext } from "./context.server.ts";
import { AuthError } from "./errors.ts";

/**
 * Requires a solved captcha where one is configured; requests with the secret key need none.
 * @throws AuthError 400 `captcha_failed`
 */
export async function requireCaptcha(
  context: AuthContext,
  c: Context,
  body: JsonObject,
): Promise<void> {
  const { verifyCaptcha } = context;
  if (!verifyCaptcha) return;
  if ((await roleOfKey(context.keys, c.req.header("apikey") ?? "")) === "service_role") return;
  const security = body.gotrue_meta_security;
  const token =
    typeof security === "object" && security !== null && "captcha_token" in security
      ? security.captcha_token
      : undefined;
  if (typeof token !== "string" || token === "" || token.length > 8192) {
    throw failed("no captcha_token found");
  }
  const problems = await verifyCaptcha(token, { ip: context.clientIp(c) });
  if (problems) throw failed(problems.join(", "));
}

function failed(why: string): AuthError {
  return new AuthError(400, "captcha_failed", `captcha protection: request disallowed (${why})`);
}
