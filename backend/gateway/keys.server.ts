import { createSecretKey, type KeyObject, randomBytes, randomUUID } from "node:crypto";
import { chmod, link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { OperatorError } from "#base/errors.ts";

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
  /** Legacy API keys, which are tokens themselves, with their roles. */
  readonly legacyKeys?: ReadonlyMap<string, "anon" | "service_role">;
}

/** The content of `DATA_DIR/keys.json`. The first signing key signs; all of them verify. */
interface KeyFile {
  publishable: string;
  secret: string;
  signing: JWK[];
  pepper: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The shop's keys: from the environment where set, else generated once into `dataDir/keys.json` (mode 0600).
 * To rotate the signing key, put a new JWK in front of `signing` and remove the old one after an hour.
 * @throws Error when the file is damaged: a new key would silently sign everyone out
 */
export async function loadKeys(dataDir: string, env: Environment = process.env): Promise<Keys> {
  const file = await readOrCreate(path.join(dataDir, "keys.json"));
  return keysOf({
    ...file,
    publishable: env.SUPABASE_PUBLISHABLE_KEY || file.publishable,
    secret: env.SUPABASE_SECRET_KEY || file.secret,
    legacy: env,
  });
}

/** New keys that are not stored, for tests and benchmarks. @internal */
export async function temporaryKeys(): Promise<Keys> {
  return keysOf(await generate());
}

async function keysOf(file: KeyFile & { legacy?: Environment }): Promise<Keys> {
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

  const legacyKeys = new Map<string, "anon" | "service_role">();
  if (file.legacy?.SUPABASE_ANON_KEY) legacyKeys.set(file.legacy.SUPABASE_ANON_KEY, "anon");
  if (file.legacy?.SUPABASE_SERVICE_ROLE_KEY) {
    legacyKeys.set(file.legacy.SUPABASE_SERVICE_ROLE_KEY, "service_role");
  }
  const legacySecret = file.legacy?.SUPABASE_JWT_SECRET;
  const pepper = Buffer.from(file.pepper, "base64url");
  return {
    publishable: file.publishable,
    secret: file.secret,
    signing,
    verification,
    jwks: { keys: jwks },
    pepper,
    pepperKey: createSecretKey(pepper),
    legacyKeys,
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

async function readOrCreate(file: string): Promise<KeyFile> {
  const present = await read(file);
  if (present) return present;
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, `${JSON.stringify(await generate(), null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
  // A link never replaces a file: of two processes that start at once the first wins and the other reads its
  // keys.
  await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(temporary);
  const created = await read(file);
  if (!created) throw new Error(`${file} could not be written`);
  return created;
}

async function read(file: string): Promise<KeyFile | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  await chmod(file, 0o600);
  const data = parseObject(text);
  if (!data?.publishable || !data.secret || !data.pepper || !data.signing?.length) {
    throw new OperatorError(
      `${file} is damaged. Restore it from a backup; without it everybody is signed out and second factors are lost.`,
    );
  }
  return data as KeyFile;
}

function parseObject(text: string): Partial<KeyFile> | undefined {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    // The caller reports the error.
    return undefined;
  }
}

async function generate(): Promise<KeyFile> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return {
    publishable: `sb_publishable_${randomBytes(24).toString("base64url")}`,
    secret: `sb_secret_${randomBytes(32).toString("base64url")}`,
    signing: [{ ...jwk, kid, alg: "ES256" }],
    pepper: randomBytes(32).toString("base64url"),
  };
}
