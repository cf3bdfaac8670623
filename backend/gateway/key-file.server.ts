import { randomBytes, randomUUID } from "node:crypto";
import { chmod, chown, link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from "jose";
import { OperatorError } from "#base/errors.ts";

/**
 * The content of `DATA_DIR/keys.json` and of the setting `KEYS`. The first signing key signs; all of them verify.
 */
export interface KeyFile {
  readonly publishable: string;
  readonly secret: string;
  readonly signing: readonly JWK[];
  readonly pepper: string;
  /** API keys that are accepted until `npm run keys -- retire`. */
  readonly previous?: { readonly publishable: string; readonly secret: string };
}

export function keyFileIn(dataDir: string): string {
  return path.join(dataDir, "keys.json");
}

/** Reads the keys, or generates them once. @throws OperatorError when the file is damaged */
export async function readOrCreateKeys(file: string): Promise<KeyFile> {
  const present = await readKeys(file);
  if (present) return present;
  const temporary = await writeTemporary(file, await generateKeys());
  // A link never replaces a file: of two processes that start at once the first wins and the other reads its
  // keys.
  await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(temporary);
  const created = await readKeys(file);
  if (!created) throw new Error(`${file} could not be written`);
  return created;
}

/** Replaces the key file atomically with mode 0600. The owner does not change when root replaces it. */
export async function writeKeys(file: string, keys: KeyFile): Promise<void> {
  const temporary = await writeTemporary(file, keys);
  const before = await stat(file).catch(() => undefined);
  if (before && process.getuid?.() === 0) await chown(temporary, before.uid, before.gid);
  await rename(temporary, file);
}

/** @returns undefined when there is no file. @throws OperatorError when it is damaged */
export async function readKeys(file: string): Promise<KeyFile | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  await chmod(file, 0o600);
  return parseKeys(text, file);
}

/** @param place where the text is from. @throws OperatorError when it is no key file */
export function parseKeys(text: string, place: string): KeyFile {
  const data = parseObject(text);
  if (!data?.publishable || !data.secret || !data.pepper || !data.signing?.length) {
    throw new OperatorError(
      `${place} is damaged. Restore it from a backup; without it everybody is signed out and second factors are lost.`,
    );
  }
  return data as KeyFile;
}

export async function generateKeys(): Promise<KeyFile> {
  return {
    ...newApiKeys(),
    signing: [await newSigningKey()],
    pepper: randomBytes(32).toString("base64url"),
  };
}

/**
 * New keys that sign and are handed out from now on, while the old ones are still accepted. The pepper stays: second
 * factors are encrypted with it, and it never leaves the server.
 * @throws OperatorError while the keys before them are still accepted
 */
export async function rotateKeys(keys: KeyFile): Promise<KeyFile> {
  if (keys.previous) {
    throw new OperatorError(
      "The keys before these are still accepted. End that first: npm run keys -- retire",
    );
  }
  const { publishable, secret } = keys;
  return {
    ...keys,
    ...newApiKeys(),
    signing: [await newSigningKey(), ...keys.signing],
    previous: { publishable, secret },
  };
}

/** The keys without those that a rotation replaced. */
export function retireKeys({ previous: _previous, ...keys }: KeyFile): KeyFile {
  return { ...keys, signing: keys.signing.slice(0, 1) };
}

function newApiKeys(): Pick<KeyFile, "publishable" | "secret"> {
  return {
    publishable: `sb_publishable_${randomBytes(24).toString("base64url")}`,
    secret: `sb_secret_${randomBytes(32).toString("base64url")}`,
  };
}

async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: "ES256" };
}

async function writeTemporary(file: string, keys: KeyFile): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  return temporary;
}

function parseObject(text: string): Partial<KeyFile> | undefined {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    // The caller reports the error.
    return undefined;
  }
}
