import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { ByteReader } from "./byte-reader.ts";

/*
 * AES-256-GCM over chunks, in the STREAM construction of age (age-encryption.org/v1). Each nonce has the chunk's number and a
 * flag of the last chunk, so a reordered or truncated stream does not decrypt. Each stream's key is derived from a random
 * salt, so no nonce is used twice.
 */

const magic = Buffer.from("etalase-backup-1");
const saltBytes = 16;
/** Distinguishes a wrong key from a damaged stream. */
const checkBytes = 8;
const tagBytes = 16;
const chunkBytes = 256 * 1024;

interface StreamKey {
  readonly key: Buffer;
  readonly check: Buffer;
}

function streamKey(secret: Buffer, salt: Buffer): StreamKey {
  const derived = Buffer.from(hkdfSync("sha256", secret, salt, magic, 32 + checkBytes));
  return { key: derived.subarray(0, 32), check: derived.subarray(32) };
}

function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(chunk, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Encrypts a stream. @param secret 32 bytes */
export async function* seal(
  source: AsyncIterable<Uint8Array>,
  secret: Buffer,
): AsyncGenerator<Uint8Array, void> {
  const salt = randomBytes(saltBytes);
  const { key, check } = streamKey(secret, salt);
  yield Buffer.concat([magic, salt, check]);
  const reader = new ByteReader(source);
  let next = await reader.read(chunkBytes);
  for (let chunk = 0; ; chunk++) {
    const current = next;
    next = await reader.read(chunkBytes);
    const isLast = next.length === 0;
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(chunk, isLast));
    yield Buffer.concat([cipher.update(current), cipher.final(), cipher.getAuthTag()]);
    if (isLast) return;
  }
}

/**
 * Decrypts a stream of `seal`.
 * @throws Error for a wrong key, and for a damaged or truncated stream
 */
export async function* unseal(
  source: AsyncIterable<Uint8Array>,
  secret: Buffer,
): AsyncGenerator<Uint8Array, void> {
  const reader = new ByteReader(source);
  const head = await reader.read(magic.length + saltBytes + checkBytes);
  if (!head.subarray(0, magic.length).equals(magic)) {
    throw new Error("it is not an encrypted backup of this program");
  }
  const salt = head.subarray(magic.length, magic.length + saltBytes);
  const { key, check } = streamKey(secret, salt);
  if (!head.subarray(magic.length + saltBytes).equals(check)) {
    throw new Error("it was encrypted with another BACKUP_KEY");
  }
  let next = await reader.read(chunkBytes + tagBytes);
  for (let chunk = 0; ; chunk++) {
    const current = next;
    next = await reader.read(chunkBytes + tagBytes);
    const isLast = next.length === 0;
    yield open(current, key, nonceOf(chunk, isLast));
    if (isLast) return;
  }
}

function open(chunk: Buffer, key: Buffer, nonce: Buffer): Buffer {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
    decipher.setAuthTag(chunk.subarray(-tagBytes));
    return Buffer.concat([decipher.update(chunk.subarray(0, -tagBytes)), decipher.final()]);
  } catch (cause) {
    throw new Error("it is damaged or incomplete", { cause });
  }
}
