import type { Context } from "hono";
import { issueAuthCode, startFlow } from "#backend/auth/codes/flow-state.server.ts";
import { log } from "#base/log.server.ts";
import { inTransaction } from "#db/client.server.ts";
import type { AuthContext } from "../context.server.ts";
import { AuthError } from "../errors.ts";
import { seal } from "../factors/totp.ts";
import type { Challenge } from "../input.ts";
import { safeRedirect, sessionRedirect } from "../redirect.ts";
import { sessionOriginOf } from "../request.server.ts";
import { startSession } from "../sessions/sessions.server.ts";
import { callbackAddress, providerOf } from "./authorize.server.ts";
import { accountOf } from "./external-account.server.ts";
import { browserHash } from "./oauth-browser.ts";
import { type OAuthState, takeState } from "./oauth-state.server.ts";
import { finishLink, type PendingLink, refuseForeignSession } from "./pending-link.server.ts";
import {
  badIdToken,
  checkIssuer,
  exchangeCode,
  identityOf,
  verifyIdToken,
} from "./provider.server.ts";

const maxFormBytes = 65_536;
/** Maximum characters of one field of a posted answer, which travels in an address. */
const maxAnswerLength = 4096;

/**
 * GET /callback: a person returns from a provider. Always redirects to the requesting page. The callback is
 * valid only in the browser that was sent to the provider; elsewhere it can only issue a code to the holder
 * of a link's proof key.
 */
export async function receiveCallback(context: AuthContext, c: Context): Promise<Response> {
  c.header("Cache-Control", "no-store");
  c.header("Referrer-Policy", "no-referrer");
  const answer = new URL(c.req.url).searchParams;
  const stateText = answer.get("state") ?? "";
  const state =
    stateText === "" ? undefined : await inTransaction((sql) => takeState(sql, stateText));
  const target = new URL(safeRedirect(context, state?.redirectTo));
  const isSameBrowser = state !== undefined && state.browserHash === browserHash(context, c);
  if (!state || !(isSameBrowser || (state.link && state.challenge))) {
    return fail(
      c,
      target,
      "invalid_request",
      "bad_oauth_state",
      "OAuth state not found or expired",
    );
  }
  const refusal = answer.get("error");
  if (refusal) {
    const text = answer.get("error_description") || refusal;
    return fail(c, target, refusal.slice(0, 100), "bad_oauth_callback", text.slice(0, 500));
  }
  try {
    return c.redirect(
      (await complete(context, c, { ...state, isSameBrowser }, answer, target)).href,
      302,
    );
  } catch (error) {
    if (error instanceof AuthError && error.status < 500) {
      const title = error.status === 403 ? "access_denied" : "server_error";
      return fail(c, target, title, error.code, error.text);
    }
    log.error({ err: error, provider: state.provider }, "sign-in at a provider failed");
    return fail(c, target, "server_error", "unexpected_failure", "Unexpected failure");
  }
}

/**
 * POST /callback: a provider answers with a form post. Browsers send such a post without our cookie, so it is
 * redirected to GET, which has the cookie.
 */
export async function receivePostedCallback(context: AuthContext, c: Context): Promise<Response> {
  c.header("Cache-Control", "no-store");
  c.header("Referrer-Policy", "no-referrer");
  const isSmall = Number(c.req.header("content-length") ?? maxFormBytes + 1) <= maxFormBytes;
  const answer = new URLSearchParams(isSmall ? await c.req.text() : "");
  const target = new URL(callbackAddress(context));
  for (const name of ["state", "code", "iss", "error", "error_description"]) {
    const value = answer.get(name);
    if (value !== null) target.searchParams.set(name, value.slice(0, maxAnswerLength));
  }
  return c.redirect(target.href, 303);
}

/** Encrypted data that is pending until the exchange of a code. */
export interface SealedReturn {
  readonly provider_token: string;
  readonly provider_refresh_token?: string;
  readonly link?: PendingLink;
}

async function complete(
  context: AuthContext,
  c: Context,
  state: OAuthState & { isSameBrowser: boolean },
  answer: URLSearchParams,
  target: URL,
): Promise<URL> {
  const settings = providerOf(context, state.provider);
  await checkIssuer(settings, answer.get("iss"));
  const code = answer.get("code") ?? "";
  if (!code) throw new AuthError(400, "bad_oauth_callback", "OAuth callback without a code");
  const redirectUri = callbackAddress(context);
  const tokens = await exchangeCode(settings, {
    code,
    codeVerifier: state.codeVerifier,
    redirectUri,
  });
  const claims = await verifyIdToken(settings, tokens.idToken, tokens.accessToken);
  if (claims.nonce !== state.nonce) throw badIdToken("Nonces mismatch", "invalid nonce");
  const identity = identityOf(state.provider, claims);
  const providerTokens = {
    provider_token: tokens.accessToken,
    ...(tokens.refreshToken ? { provider_refresh_token: tokens.refreshToken } : {}),
  };
  return inTransaction(async (sql) => {
    const { link, challenge } = state;
    const exchangeable = async (userId: string, challenge: Challenge, sealed: SealedReturn) => {
      const flowId = await startFlow(sql, challenge, userId, "oauth", {
        provider: state.provider,
        sealedTokens: seal(context.keys.pepper, Buffer.from(JSON.stringify(sealed))),
      });
      target.searchParams.set("code", await issueAuthCode(sql, flowId));
      return target;
    };
    if (link && challenge && !state.isSameBrowser) {
      // This browser is not proven to belong to the requesting person; the holder of the proof key is.
      return exchangeable(link.userId, challenge, {
        ...providerTokens,
        link: { ...link, identity },
      });
    }
    if (link) refuseForeignSession(context, c, link.userId);
    const user = link
      ? await finishLink(sql, link, identity)
      : await accountOf(sql, context, identity);
    if (challenge) return exchangeable(user.id, challenge, providerTokens);
    const session = await startSession(sql, context, user, "oauth", sessionOriginOf(context, c));
    const page = sessionRedirect(context, target);
    page.hash = new URLSearchParams({
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      ...providerTokens,
      refresh_token: session.refresh_token,
      sb: "",
      token_type: session.token_type,
    }).toString();
    return page;
  });
}

/** In the query for server-side pages and in the fragment for scripts: both read the error. */
function fail(c: Context, target: URL, error: string, code: string, description: string): Response {
  const values = { error, error_code: code, error_description: description };
  for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value);
  target.hash = new URLSearchParams({ ...values, sb: "" }).toString();
  return c.redirect(target.href, 302);
}
