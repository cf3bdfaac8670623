import { type Context, Hono } from "hono";
import { roleOfKey } from "#backend/gateway/caller.server.ts";
import { AppError } from "#base/errors.ts";
import { log } from "#base/log.server.ts";
import { isUnavailable, unavailableFor } from "#db/unavailable.server.ts";
import { describeSettings, health, jwks } from "./about.server.ts";
import {
  changeUser,
  createUser,
  deleteUser,
  listUsers,
  readUser,
} from "./accounts/admin-users.server.ts";
import { unlinkIdentity } from "./accounts/identities.server.ts";
import { invite } from "./accounts/invite.server.ts";
import { signUp } from "./accounts/signup.server.ts";
import { getUser, updateUser } from "./accounts/user.server.ts";
import type { AuthContext } from "./context.server.ts";
import { AuthError, apiVersionHeader, errorResponse } from "./errors.ts";
import { changeFactor, deleteFactor, listFactors } from "./factors/admin-factors.server.ts";
import { challengeFactor, enrollFactor, removeFactor } from "./factors/factors.server.ts";
import { makeRecoveryCodes, verifyRecoveryCode } from "./factors/recovery-codes.server.ts";
import {
  generateRecoveryCodes,
  recoveryCodesStatus,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
} from "./factors/recovery-codes-factor.server.ts";
import { verifyFactor } from "./factors/verify-factor.server.ts";
import { withMinimumDuration } from "./minimum-duration.server.ts";
import { authorize, authorizeLinking } from "./oauth/authorize.server.ts";
import { receiveCallback, receivePostedCallback } from "./oauth/callback.server.ts";
import { generateLink } from "./one-time/generate-link.server.ts";
import { sendCode } from "./one-time/otp.server.ts";
import { recover } from "./one-time/recover.server.ts";
import { resend } from "./one-time/resend.server.ts";
import { openLink, verify } from "./one-time/verify.server.ts";
import { proveAgain, reauthenticate } from "./reauthenticate.server.ts";
import { logOut } from "./sessions/logout.server.ts";
import { grantToken } from "./token.server.ts";

type Operation = (context: AuthContext, c: Context) => Response | Promise<Response>;

function quiet(operation: Operation): Operation {
  return (context, c) => withMinimumDuration(() => operation(context, c));
}

/** Endpoints that browsers open by navigation, without a key. */
const open: readonly (readonly [method: string, path: string, Operation])[] = [
  ["GET", "/health", health],
  ["GET", "/.well-known/jwks.json", jwks],
  ["GET", "/verify", openLink],
  ["GET", "/authorize", authorize],
  ["GET", "/callback", receiveCallback],
  ["POST", "/callback", receivePostedCallback],
];

const operations: readonly (readonly [method: string, path: string, Operation])[] = [
  ["GET", "/settings", describeSettings],
  ["POST", "/signup", signUp],
  ["POST", "/token", grantToken],
  ["POST", "/verify", quiet(verify)],
  ["POST", "/sso", refuseSingleSignOn],
  ["POST", "/otp", quiet(sendCode)],
  ["POST", "/magiclink", quiet(sendCode)],
  ["POST", "/recover", quiet(recover)],
  ["POST", "/resend", quiet(resend)],
  ["POST", "/logout", logOut],
  ["GET", "/user", getUser],
  ["PUT", "/user", updateUser],
  ["GET", "/reauthenticate", reauthenticate],
  ["POST", "/reauthenticate", proveAgain],
  ["DELETE", "/user/identities/:id", unlinkIdentity],
  ["GET", "/admin/users", listUsers],
  ["POST", "/admin/users", createUser],
  ["GET", "/admin/users/:id", readUser],
  ["PUT", "/admin/users/:id", changeUser],
  ["DELETE", "/admin/users/:id", deleteUser],
  ["GET", "/admin/users/:id/factors", listFactors],
  ["PUT", "/admin/users/:id/factors/:factorId", changeFactor],
  ["DELETE", "/admin/users/:id/factors/:factorId", deleteFactor],
  ["POST", "/admin/generate_link", generateLink],
  ["POST", "/invite", invite],
  ["GET", "/user/identities/authorize", authorizeLinking],
  ["POST", "/factors", enrollFactor],
  // Before the routes of one factor, which would take this word for an id.
  ["GET", "/factors/recovery-codes", recoveryCodesStatus],
  ["POST", "/factors/recovery-codes", generateRecoveryCodes],
  ["DELETE", "/factors/recovery-codes", removeRecoveryCodes],
  ["POST", "/factors/recovery-codes/verify", verifyRecoveryCode],
  ["POST", "/factors/recovery-codes/regenerate", regenerateRecoveryCodes],
  ["POST", "/factors/:id/challenge", challengeFactor],
  ["POST", "/factors/:id/verify", verifyFactor],
  ["DELETE", "/factors/:id", removeFactor],
  ["POST", "/recovery-codes", makeRecoveryCodes],
  ["POST", "/recovery-codes/verify", verifyRecoveryCode],
];

/** All endpoints below /auth/v1. */
export function createAuthApi(context: AuthContext): Hono {
  const endpoint = new Hono();
  endpoint.onError((error, c) => errorResponse(toAuthError(error), c.req.header(apiVersionHeader)));
  for (const [method, path, operation] of open) {
    endpoint.on(method, path, async (c) => operation(context, c));
  }
  for (const [method, path, operation] of operations) {
    endpoint.on(method, path, async (c) => {
      await requireKey(context, c);
      return operation(context, c);
    });
  }
  // A catch-all route: Hono ignores `notFound` of an app that is mounted in another.
  endpoint.all("*", () => {
    throw new AuthError(404, "not_found", "This endpoint does not exist");
  });
  return endpoint;
}

/** SAML is not supported. @throws AuthError 404, as GoTrue with SAML disabled */
function refuseSingleSignOn(): never {
  throw new AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled");
}

/** @throws AuthError 401 */
async function requireKey(context: AuthContext, c: Context): Promise<void> {
  const key = c.req.header("apikey") ?? c.req.query("apikey");
  if (!key) throw new AuthError(401, "no_api_key", "No API key found in request");
  if ((await roleOfKey(context.keys, key)) === undefined) {
    throw new AuthError(401, "invalid_api_key", "Invalid API key");
  }
}

function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof AppError && error.status < 500) {
    return new AuthError(error.status, error.code, error.message);
  }
  log.error({ err: error }, "auth failed");
  if (isUnavailable(error)) {
    // On a 500 during a refresh a client discards its session; on a 503 it retries.
    return new AuthError(503, "unexpected_failure", "Not available now, please try again", {
      retryAfter: unavailableFor,
    });
  }
  return new AuthError(
    500,
    "unexpected_failure",
    "Unexpected failure, please check server logs for more information",
  );
}
