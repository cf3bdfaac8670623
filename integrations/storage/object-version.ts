import { randomUUID } from "node:crypto";

/** Stored bytes without a row yet. */
export interface StoredBytes {
  readonly version: string;
  readonly size: number;
  readonly etag: string;
}

/** The key of a version's bytes: spread over folders, and never a name that a client chose. */
export function objectKey(version: string): string {
  return `${version.slice(0, 2)}/${version}`;
}

/**
 * An unguessable name for new bytes. Versions of one second share a folder, so that one sync of the folder
 * covers all of them.
 */
export function freshVersion(): string {
  const folder = (Math.floor(Date.now() / 1000) % 256).toString(16).padStart(2, "0");
  return `${folder}${randomUUID().slice(2)}`;
}

/** A strong entity tag of the content, in the quotes that HTTP requires. */
export function etagOf(digest: Buffer): string {
  return `"${digest.toString("base64url").slice(0, 32)}"`;
}
