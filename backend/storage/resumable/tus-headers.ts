import type { Context, MiddlewareHandler } from "hono";
import { invalidRequest, StorageError } from "#backend/storage/errors.ts";

export const tusVersion = "1.0.0";

/** Headers that the protocol requires on every answer, also on those of the origin check. */
export function tusHeaders(maxSize: number): MiddlewareHandler {
  return async (c, next) => {
    await next();
    c.header("Tus-Resumable", tusVersion);
    if (c.req.method !== "OPTIONS") return;
    c.header("Tus-Version", tusVersion);
    c.header(
      "Tus-Extension",
      "creation,creation-with-upload,creation-defer-length,expiration,termination",
    );
    c.header("Tus-Max-Size", String(maxSize));
  };
}

/** @throws StorageError 412 for another version of the protocol */
export function assertTusVersion(c: Context): void {
  if (c.req.header("tus-resumable") === tusVersion) return;
  throw new StorageError("412", "Error", "Tus-Resumable must be 1.0.0", "InvalidRequest");
}

/** A whole number of bytes in a header; undefined without the header. @throws StorageError */
export function bytesHeader(c: Context, name: string): number | undefined {
  const text = c.req.header(name);
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw invalidRequest(`${name} must be a whole number`);
  return Number(text);
}

/**
 * `key base64,key base64`; a key may have no value.
 * @throws StorageError
 */
export function readTusMetadata(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (header.trim() === "") return found;
  for (const pair of header.split(",")) {
    const match = /^\s*([!-+\--~]{1,100})(?: ([A-Za-z0-9+/_-]*={0,2}))?\s*$/.exec(pair);
    if (!match?.[1] || found.has(match[1])) throw invalidRequest("Upload-Metadata is not valid");
    found.set(match[1], Buffer.from(match[2] ?? "", "base64").toString("utf8"));
  }
  return found;
}
