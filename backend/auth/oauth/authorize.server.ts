import type { Context } from "hono";
import { requireProof } from "#backend/auth/reauthenticate.server.ts";
import { asShop } from "#db/client.server.ts";
import { type AuthContext, limitRequests } from "../context.server.ts";
import { AuthError, invalid } from "../errors.ts";
import { requireSecondFactor } from "../factors/second-factor.server.ts";
import { codeChallenge } from "../input.ts";
import { redirectOf, requireUser } from "../request.server.ts";
import { markBrowser } from "./oauth-browser.ts";
import { rememberState } from "./oauth-state.server.ts";
import type { LinkRequest } from "./pending-link.server.ts";
import { discover, type ProviderSettings } from "./provider.server.ts";

/**
 * The settings of a provider.
 * @throws AuthError 400
 */
export function providerOf(context: AuthContext, name: string): ProviderSettings {
  const { providers } = context.settings;
  const settings = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (!settings) throw invalid("Unsupported provider: provider is not enabled");
  return settings;
}

/** GET /authorize: redirects to the provider. */
export async function authorize(context: AuthContext, c: Context): Promise<Response> {
  return c.redirect(await providerAddress(context, c, undefined), 302);
}

/**
 * GET /user/identities/authorize: the same for a signed-in person who adds a sign-in method. The answer sets
 * the cookie that the callback needs, also with `skip_http_redirect`. A client whose requests share no
 * cookies with the browser at the provider needs a proof key (docs/why/auth.md).
 */
export async function authorizeLinking(context: AuthContext, c: Context): Promise<Response> {
  const signedIn = await requireUser(context, c);
  requireManualLinking(context);
  await requireSecondFactor(signedIn);
  await requireProof(signedIn);
  const link = { userId: signedIn.user.id, sessionId: signedIn.session.id };
  const url = await providerAddress(context, c, link);
  return c.req.query("skip_http_redirect") === "true" ? c.json({ url }) : c.redirect(url, 302);
}

/** @throws AuthError 404 */
export function requireManualLinking(context: AuthContext): void {
  if (context.settings.manualLinking) return;
  throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
}

async function providerAddress(
  context: AuthContext,
  c: Context,
  link: LinkRequest | undefined,
): Promise<string> {
  const provider = c.req.query("provider") ?? "";
  const settings = providerOf(context, provider);
  await limitRequests(context, c, "token");
  const challenge = codeChallenge({
    code_challenge: c.req.query("code_challenge") ?? "",
    code_challenge_method: c.req.query("code_challenge_method") ?? "",
  });
  const { authorization_endpoint } = await discover(settings);
  const redirectTo = redirectOf(context, c);
  const of = { provider, redirectTo, challenge, browserHash: markBrowser(context, c), link };
  const request = await rememberState(asShop(), of);
  const requested = (c.req.query("scopes") ?? "").split(/[\s,]+/).filter(Boolean);
  const scopes = ["openid", "email", "profile", ...(settings.scopes ?? []), ...requested];
  const url = new URL(authorization_endpoint);
  const query = {
    client_id: settings.clientId,
    redirect_uri: callbackAddress(context),
    response_type: "code",
    scope: [...new Set(scopes)].join(" "),
    state: request.state,
    nonce: request.nonce,
    code_challenge: request.codeChallenge,
    code_challenge_method: "S256",
  };
  // Further parameters that the client may pass to the provider.
  for (const name of ["prompt", "access_type", "login_hint", "hd", "ui_locales"]) {
    const value = c.req.query(name);
    if (value !== undefined) url.searchParams.set(name, value.slice(0, 500));
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** The provider's redirect address, which must be registered with the provider. */
export function callbackAddress(context: AuthContext): string {
  return `${context.publicUrl}/auth/v1/callback`;
}
