import type { Context } from "hono";
import { invalidBucketName, invalidKey, noSuchKey } from "#backend/storage/errors.ts";

const nameShape = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]{1,1000}$/;
const bucketShape = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/;

/** A file's location: its bucket and its path inside. */
export interface ObjectAddress {
  readonly bucket: string;
  readonly name: string;
}

/** A path inside a bucket as the wire format allows it, without parts that are special to a file system. */
export function isObjectName(name: string): boolean {
  if (!nameShape.test(name) || name.startsWith("/") || name.endsWith("/")) return false;
  return name.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

export function isBucketName(name: string): boolean {
  return bucketShape.test(name) && name.trim() === name && name !== "." && name !== "..";
}

/** @throws StorageError InvalidKey */
export function objectName(value: unknown): string {
  if (typeof value === "string" && isObjectName(value)) return value;
  throw invalidKey(typeof value === "string" ? value : "");
}

/** @throws StorageError InvalidBucketName */
export function bucketName(value: unknown): string {
  if (typeof value === "string" && isBucketName(value)) return value;
  throw invalidBucketName();
}

/**
 * The decoded bucket and path in the request, not validated.
 * @throws StorageError NoSuchKey
 */
export function rawAddress(c: Context, endpoint: string): ObjectAddress {
  const { path } = c.req;
  const rest = path.slice(path.indexOf(endpoint) + endpoint.length);
  const slash = rest.indexOf("/");
  try {
    const bucket = decodeURIComponent(slash < 0 ? rest : rest.slice(0, slash));
    const name = slash < 0 ? "" : decodeURIComponent(rest.slice(slash + 1));
    return { bucket, name };
  } catch {
    // An invalid escape sequence names no file.
    throw noSuchKey();
  }
}

/**
 * The address of a read; an invalid name counts as missing. Signed addresses have escaped question marks, and
 * the official client escapes the whole address again; no name contains a percent sign.
 * @throws StorageError NoSuchKey
 */
export function addressToRead(c: Context, endpoint: string): ObjectAddress {
  const raw = rawAddress(c, endpoint);
  const address = { ...raw, name: raw.name.replaceAll("%3F", "?") };
  if (!isBucketName(address.bucket) || !isObjectName(address.name)) throw noSuchKey();
  return address;
}

/**
 * The address of a write.
 * @throws StorageError InvalidBucketName, InvalidKey
 */
export function addressToWrite(c: Context, endpoint: string): ObjectAddress {
  const { bucket, name } = rawAddress(c, endpoint);
  return { bucket: bucketName(bucket), name: objectName(name) };
}
