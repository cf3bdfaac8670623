import { createHash } from "node:crypto";
import type { Context } from "hono";
import { requireProof } from "#backend/auth/reauthenticate.server.ts";
import type { JsonObject } from "#backend/gateway/body.server.ts";
import { inTransaction } from "#db/client.server.ts";
import type { AuthContext } from "../context.server.ts";
import { AuthError, invalid } from "../errors.ts";
import { requireSecondFactor } from "../factors/second-factor.server.ts";
import { textField } from "../input.ts";
import { requireUser, sessionOriginOf } from "../request.server.ts";
import { type SessionJson, startSession } from "../sessions/sessions.server.ts";
import { requireManualLinking } from "./authorize.server.ts";
import { accountOf, linkIdentity } from "./external-account.server.ts";
import { badIdToken, identityOf, type ProviderSettings, verifyIdToken } from "./provider.server.ts";

/** Providers that GoTrue supports: not configured here, but valid names. */
const wellKnown = ["apple", "azure", "facebook", "google", "kakao", "keycloak"];

/** POST /token?grant_type=id_token: signs in with an identity token that a program obtained from a provider. */
export async function byIdToken(
  context: AuthContext,
  c: Context,
  body: JsonObject,
): Promise<SessionJson> {
  const idToken = textField(body, "id_token");
  if (!idToken) throw badIdToken("id_token required");
  const [provider, settings] = providerFor(context, body);
  const linking = body.link_identity === true ? await requireUser(context, c) : undefined;
  if (linking) {
    requireManualLinking(context);
    await requireSecondFactor(linking);
    await requireProof(linking);
  }
  const claims = await verifyIdToken(settings, idToken, textField(body, "access_token"));
  checkNonce(claims.nonce, textField(body, "nonce"));
  const identity = identityOf(provider, claims);
  return inTransaction(async (sql) => {
    const user = linking
      ? await linkIdentity(sql, linking.user.id, identity)
      : await accountOf(sql, context, identity);
    return startSession(sql, context, user, "oauth", sessionOriginOf(context, c));
  });
}

/** @throws AuthError 400 */
function providerFor(context: AuthContext, body: JsonObject): [string, ProviderSettings] {
  const name = textField(body, "provider");
  const issuer = textField(body, "issuer");
  const clientId = textField(body, "client_id");
  if (!name && !(issuer && clientId)) throw badIdToken("provider or client_id and issuer required");
  const { providers } = context.settings;
  if (name) {
    const settings = Object.hasOwn(providers, name) ? providers[name] : undefined;
    if (settings) return [name, settings];
    if (wellKnown.includes(name)) {
      throw new AuthError(400, "provider_disabled", `Provider (issuer "${name}") is not enabled`);
    }
    throw invalid(`Custom OIDC provider "${name.slice(0, 100)}" not allowed`);
  }
  const found = Object.entries(providers).find(
    ([, settings]) => settings.issuer === issuer && settings.clientId === clientId,
  );
  if (found) return found;
  const text = `Provider (issuer "${issuer.slice(0, 200)}") is not enabled`;
  throw new AuthError(400, "provider_disabled", text);
}

/** The token contains the hash of the program's secret nonce, so a stolen token is useless. */
function checkNonce(inToken: unknown, passed: string): void {
  const hasNonce = typeof inToken === "string" && inToken !== "";
  if (hasNonce !== (passed !== "")) {
    throw badIdToken("Passed nonce and nonce in id_token should either both exist or not.");
  }
  if (hasNonce && createHash("sha256").update(passed).digest("hex") !== inToken) {
    throw badIdToken("Nonces mismatch", "invalid nonce");
  }
}
