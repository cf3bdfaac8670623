import { createSecretKey, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint, importJWK, type JWK } from "jose";
import { OperatorError } from "#base/errors.ts";
import {
  generateKeys,
  type KeyFile,
  keyFileIn,
  parseKeys,
  readOrCreateKeys,
} from "./key-file.server.ts";

/** ES256, or RS256 for an RSA key of the merchant's. */
export type SigningAlgorithm = "ES256" | "RS256";

/** A key pair of this shop; `kid` is its thumbprint. */
export interface SigningKey {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly privateKey: CryptoKey;
}

/** The algorithm belongs to the key; a token's own claim is ignored. */
export interface VerificationKey {
  readonly key: CryptoKey;
  readonly algorithm: SigningAlgorithm;
}

export interface Keys {
  /** `sb_publishable_…`: part of every page; grants access to public data. */
  readonly publishable: string;
  /** `sb_secret_…`: grants access to everything. Never leaves the server. */
  readonly secret: string;
  readonly signing: SigningKey;
  /** Keys whose tokens are accepted, by `kid`: the signing key, and older ones during a rotation. */
  readonly verification: ReadonlyMap<string, VerificationKey>;
  /** Public keys, as `/auth/v1/.well-known/jwks.json` lists them. */
  readonly jwks: { readonly keys: readonly JWK[] };
  /** Secret of values that only this shop derives and checks: codes, refresh tokens, signed addresses. */
  readonly pepper: Uint8Array;
  /** The pepper as a key object: Node takes ten times as long with the bytes. */
  readonly pepperKey: KeyObject;
  /** HS256 secret of legacy keys and tokens, when the merchant still has them. */
  readonly legacySecret?: Uint8Array;
  /** Further accepted API keys with their roles: those before a rotation, and legacy ones, which are tokens. */
  readonly furtherKeys?: ReadonlyMap<string, "anon" | "service_role">;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The shop's keys: from the environment where set, else generated once into `dataDir/keys.json` (mode 0600). An API key
 * of the environment may name two with a comma: the first is handed out, both are accepted.
 * @throws Error when the keys are damaged: new ones would silently sign everyone out
 */
export async function loadKeys(dataDir: string, env: Environment = process.env): Promise<Keys> {
  const file = await readKeySource(dataDir, env);
  return keysOf(file, env);
}

/** The keys as `KEYS` or `dataDir/keys.json` has them. */
export async function readKeySource(dataDir: string, env: Environment): Promise<KeyFile> {
  return env.KEYS ? parseKeys(env.KEYS, "KEYS") : readOrCreateKeys(keyFileIn(dataDir));
}

/** New keys that are not stored, for tests and benchmarks. @internal */
export async function temporaryKeys(): Promise<Keys> {
  return keysOf(await generateKeys(), {});
}

async function keysOf(file: KeyFile, env: Environment): Promise<Keys> {
  const verification = new Map<string, VerificationKey>();
  const jwks: JWK[] = [];
  let signing: SigningKey | undefined;
  for (const jwk of file.signing) {
    const { d, key_ops: _ops, ...open } = jwk;
    const kid = jwk.kid ?? (await calculateJwkThumbprint(jwk));
    const algorithm = algorithmOf(jwk);
    const publicJwk = {
      ...withoutSecrets(open),
      kid,
      alg: algorithm,
      use: "sig",
      key_ops: ["verify"],
    };
    jwks.push(publicJwk);
    verification.set(kid, { key: await importKey(publicJwk, algorithm), algorithm });
    if (d && !signing) {
      signing = { kid, algorithm, privateKey: await importKey({ ...open, d, kid }, algorithm) };
    }
  }
  if (!signing)
    throw new OperatorError("keys.json holds no private signing key: restore it from a backup");

  const publishable = list(env.SUPABASE_PUBLISHABLE_KEY);
  const secret = list(env.SUPABASE_SECRET_KEY);
  const furtherKeys = new Map<string, "anon" | "service_role">();
  for (const key of [...publishable.slice(1), file.previous?.publishable, env.SUPABASE_ANON_KEY]) {
    if (key) furtherKeys.set(key, "anon");
  }
  for (const key of [...secret.slice(1), file.previous?.secret, env.SUPABASE_SERVICE_ROLE_KEY]) {
    if (key) furtherKeys.set(key, "service_role");
  }
  const legacySecret = env.SUPABASE_JWT_SECRET;
  const pepper = Buffer.from(file.pepper, "base64url");
  return {
    publishable: publishable[0] ?? file.publishable,
    secret: secret[0] ?? file.secret,
    signing,
    verification,
    jwks: { keys: jwks },
    pepper,
    pepperKey: createSecretKey(pepper),
    furtherKeys,
    ...(legacySecret ? { legacySecret: new TextEncoder().encode(legacySecret) } : {}),
  };
}

/** @throws Error for a key that cannot sign tokens */
function algorithmOf({ kty, crv }: JWK): SigningAlgorithm {
  if (kty === "EC" && crv === "P-256") return "ES256";
  if (kty === "RSA") return "RS256";
  throw new OperatorError(
    "keys.json holds a key that is neither P-256 nor RSA: restore it from a backup",
  );
}

/** An RSA key has more private members than `d`. */
function withoutSecrets({ p, q, dp, dq, qi, ...open }: JWK): JWK {
  return open;
}

async function importKey(jwk: JWK, algorithm: SigningAlgorithm): Promise<CryptoKey> {
  const key = await importJWK({ ...jwk, key_ops: undefined }, algorithm);
  if (key instanceof Uint8Array)
    throw new OperatorError(
      "keys.json holds a key that is neither P-256 nor RSA: restore it from a backup",
    );
  return key;
}

function list(text: string | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}
