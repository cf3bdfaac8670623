import { createHash } from "node:crypto";
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import { LRUCache } from "lru-cache";
import * as v from "valibot";
import { dateNow } from "#base/clock.ts";
import { AuthError } from "../errors.ts";
import { lowerCase } from "../input.ts";

/** An external identity provider, as the merchant configured it there. */
export interface ProviderSettings {
  /** OpenID Connect: its discovery document is at `{issuer}/.well-known/openid-configuration`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Requested in addition to `openid email profile`. */
  readonly scopes?: readonly string[];
  /** Further client ids whose identity tokens are accepted, e.g. those of mobile programs. */
  readonly audiences?: readonly string[];
  /** Other spellings of the issuer in identity tokens. */
  readonly issuerAliases?: readonly string[];
}

/** A person's identity at a provider. */
export interface ExternalIdentity {
  readonly provider: string;
  /** The provider's own id of the person. */
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the provider has verified the address. */
  readonly isEmailVerified: boolean;
  readonly profile: Readonly<Record<string, unknown>>;
}

interface ProviderTokens {
  readonly idToken: string;
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
}

const discoveryShape = v.object({
  issuer: v.string(),
  authorization_endpoint: v.pipe(v.string(), v.url()),
  token_endpoint: v.pipe(v.string(), v.url()),
  jwks_uri: v.pipe(v.string(), v.url()),
  authorization_response_iss_parameter_supported: v.optional(v.boolean(), false),
});
type Discovery = v.InferOutput<typeof discoveryShape>;
const tokensShape = v.object({
  id_token: v.string(),
  access_token: v.optional(v.string(), ""),
  refresh_token: v.optional(v.string()),
});

/** Asymmetric signatures only: otherwise an attacker could sign with the public key as a shared secret. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "EdDSA",
];
const timeoutMs = 10_000;
const maxAnswerBytes = 1_000_000;
const discoveryLifeMs = 3_600_000;
const keyCooldownMs = 5_000;
const maxTokenAge = "1 hour";
const clockSkewSeconds = 30;

interface Known {
  readonly discovery: Discovery;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
}
const known = new LRUCache<string, Known>({ max: 20, ttl: discoveryLifeMs });

/** @throws AuthError 500 `unexpected_failure` when the provider does not answer or its answer is invalid */
export async function discover(settings: ProviderSettings): Promise<Discovery> {
  return (await find(settings)).discovery;
}

async function find({ issuer }: ProviderSettings): Promise<Known> {
  const present = known.get(issuer);
  if (present) return present;
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const discovery = await readJson(await ask(address), discoveryShape);
  if (discovery.issuer !== issuer) throw unreachable();
  // A provider with https must not lead to plain HTTP.
  const addresses = [
    discovery.authorization_endpoint,
    discovery.token_endpoint,
    discovery.jwks_uri,
  ];
  const isSafe = (url: string) => url.startsWith("https:") || issuer.startsWith("http:");
  if (!addresses.every(isSafe)) throw unreachable();
  const keys = createRemoteJWKSet(new URL(discovery.jwks_uri), {
    timeoutDuration: timeoutMs,
    cooldownDuration: keyCooldownMs,
  });
  const found = { discovery, keys };
  known.set(issuer, found);
  return found;
}

/**
 * Checks the issuer of a callback (RFC 9207), so that no provider receives a code that another provider issued.
 * @param issuer the callback's `iss`; null when it has none
 * @throws AuthError 400 `bad_oauth_callback`
 */
export async function checkIssuer(
  settings: ProviderSettings,
  issuer: string | null,
): Promise<void> {
  const { discovery } = await find(settings);
  const isMissing = issuer === null && discovery.authorization_response_iss_parameter_supported;
  if (isMissing || (issuer !== null && issuer !== discovery.issuer)) {
    throw new AuthError(400, "bad_oauth_callback", "OAuth callback of another provider");
  }
}

/**
 * Exchanges the callback's code for tokens.
 * @throws AuthError
 */
export async function exchangeCode(
  settings: ProviderSettings,
  exchange: { code: string; codeVerifier: string; redirectUri: string },
): Promise<ProviderTokens> {
  const { discovery } = await find(settings);
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code: exchange.code,
    redirect_uri: exchange.redirectUri,
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
    code_verifier: exchange.codeVerifier,
  });
  const answer = await ask(discovery.token_endpoint, { method: "POST", body });
  const tokens = await readJson(answer, tokensShape);
  return {
    idToken: tokens.id_token,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
  };
}

/**
 * Verifies an identity token of the provider: signature, issuer, audience, time.
 * @throws AuthError 400 in the shape of OAuth
 */
export async function verifyIdToken(
  settings: ProviderSettings,
  idToken: string,
  accessToken: string,
): Promise<JWTPayload & { sub: string }> {
  const { keys } = await find(settings);
  const audience = [settings.clientId, ...(settings.audiences ?? [])];
  const issuer = [settings.issuer, ...(settings.issuerAliases ?? [])];
  const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
    algorithms,
    issuer,
    audience,
    currentDate: dateNow(),
    clockTolerance: clockSkewSeconds,
    maxTokenAge,
    requiredClaims: ["exp", "iat", "sub", "iss", "aud"],
  }).catch((error) => {
    if (!(error instanceof errors.JOSEError)) throw error;
    const isAudience = error instanceof errors.JWTClaimValidationFailed && error.claim === "aud";
    throw badIdToken(isAudience ? "Unacceptable audience in id_token" : "Bad ID token");
  });
  // With several audiences `azp` names the requesting client.
  if (typeof payload.azp === "string" && !audience.includes(payload.azp)) {
    throw badIdToken(`Unacceptable audience in id_token: [${payload.azp}]`);
  }
  if (typeof payload.at_hash === "string" && accessToken !== "") {
    const size = /384$/.test(protectedHeader.alg)
      ? "sha384"
      : /512$/.test(protectedHeader.alg)
        ? "sha512"
        : "sha256";
    const digest = createHash(size).update(accessToken).digest();
    const half = digest.subarray(0, digest.length / 2).toString("base64url");
    if (half !== payload.at_hash) throw badIdToken("Bad ID token");
  }
  const { sub } = payload;
  if (typeof sub !== "string" || sub === "" || sub.length > 255 || !isStorable(sub)) {
    throw badIdToken("Bad ID token");
  }
  return { ...payload, sub };
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** The identity in the claims of a verified token. */
export function identityOf(
  provider: string,
  claims: JWTPayload & { sub: string },
): ExternalIdentity {
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === "string" && isStorable(value)
      ? value.slice(0, 500).toWellFormed()
      : undefined;
  };
  const email = lowerCase(text("email")?.trim() ?? "") || undefined;
  const isEmailVerified = claims.email_verified === true || claims.email_verified === "true";
  const profile = {
    iss: claims.iss,
    sub: claims.sub,
    provider_id: claims.sub,
    ...(email ? { email } : {}),
    email_verified: isEmailVerified,
    phone_verified: false,
    name: text("name"),
    full_name: text("name"),
    avatar_url: text("picture"),
    picture: text("picture"),
  };
  return { provider, subject: claims.sub, email, isEmailVerified, profile };
}

async function ask(address: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(address, {
      ...init,
      headers: { Accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) throw unreachable();
    throw error;
  }
}

async function readJson<T extends v.GenericSchema>(
  answer: Response,
  shape: T,
): Promise<v.InferOutput<T>> {
  const text = await readText(answer);
  if (!answer.ok || text === undefined) throw unreachable();
  try {
    return v.parse(shape, JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || v.isValiError(error)) throw unreachable();
    throw error;
  }
}

/** Reads at most `maxAnswerBytes`, so that an endless answer does not fill the memory. @returns undefined for a longer answer */
async function readText(answer: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of answer.body ?? []) {
      size += chunk.byteLength;
      if (size > maxAnswerBytes) return undefined;
      chunks.push(chunk);
    }
  } catch (error) {
    // The connection ended, or the time was over.
    if (error instanceof TypeError || error instanceof DOMException) throw unreachable();
    throw error;
  }
  return Buffer.concat(chunks).toString();
}

/** Not a 5xx, which clients retry at once: the provider is at fault, and the person may try again. */
function unreachable(): AuthError {
  return new AuthError(
    400,
    "unexpected_failure",
    "Unable to exchange external code with the provider",
  );
}

export function badIdToken(text: string, title = "invalid request"): AuthError {
  return new AuthError(400, "bad_oauth_callback", text, { oauthError: title });
}
