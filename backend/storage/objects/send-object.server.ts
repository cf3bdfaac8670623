import { Readable } from "node:stream";
import type { Context } from "hono";
import { noSuchKey } from "#backend/storage/errors.ts";
import { isShownInline, servedType } from "#backend/storage/media-types.ts";
import type { ObjectStore } from "#integrations/storage/object-store.ts";
import { objectKey } from "#integrations/storage/object-version.ts";
import { isUnchanged, rangeOf } from "./conditions.ts";
import type { ObjectRow } from "./object-row.server.ts";

export interface Audience {
  /** Whether shared caches may store the answer. */
  readonly isPublic: boolean;
  /** When the address expires. */
  readonly expires?: Date;
}

/**
 * Answers GET and HEAD with a file: whole, a range, or unchanged.
 * @throws StorageError NoSuchKey
 */
export async function sendObject(
  store: ObjectStore,
  c: Context,
  row: ObjectRow,
  audience: Audience,
): Promise<Response> {
  const headers = safeHeaders(row.mime_type, row.name, c.req.query("download"), audience);
  headers.set("Cache-Control", `${audience.isPublic ? "public" : "private"}, ${row.cache_control}`);
  headers.set("ETag", row.etag);
  headers.set("Last-Modified", row.updated_at.toUTCString());
  headers.set("Accept-Ranges", "bytes");
  if (row.content_encoding) headers.set("Content-Encoding", row.content_encoding);
  const state = { size: row.size, etag: row.etag, changed: row.updated_at };
  if (isUnchanged(c, state)) return new Response(null, { status: 304, headers });
  // Ranges apply to GET only (RFC 9110, 14.2): HEAD describes the whole file.
  const range = c.req.method === "GET" ? rangeOf(c, state) : undefined;
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${row.size}`);
    return new Response(null, { status: 416, headers });
  }
  const part = range ?? { start: 0, end: row.size - 1 };
  const length = part.end - part.start + 1;
  headers.set("Content-Length", String(length));
  if (range) headers.set("Content-Range", `bytes ${range.start}-${range.end}/${row.size}`);
  const status = range ? 206 : 200;
  if (c.req.method === "HEAD" || length === 0) return new Response(null, { status, headers });
  const bytes = await store.read(objectKey(row.version), part);
  // Checked before the headers are sent: afterwards a missing file could only break the connection.
  if (bytes === undefined) throw noSuchKey();
  return new Response(bodyOf(bytes), { status, headers });
}

export function bodyOf(bytes: Uint8Array | Readable): BodyInit {
  return bytes instanceof Readable
    ? (Readable.toWeb(bytes) as ReadableStream)
    : (bytes as Uint8Array<ArrayBuffer>);
}

/** Headers that prevent a file of any content from acting on the shop's origin. */
export function safeHeaders(
  mimeType: string,
  name: string,
  download: string | undefined,
  audience: Audience,
): Headers {
  const isInline = isShownInline(mimeType) && download === undefined;
  const headers = new Headers({
    "Content-Type": servedType(mimeType),
    "Content-Disposition": isInline ? "inline" : attachment(download || name.split("/").at(-1)),
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "none",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    // Signed addresses are meant for pages elsewhere; files that need a token are read by scripts.
    "Cross-Origin-Resource-Policy":
      audience.isPublic || audience.expires ? "cross-origin" : "same-origin",
  });
  if (audience.expires) headers.set("Expires", audience.expires.toUTCString());
  if (!audience.isPublic && !audience.expires) headers.set("Vary", "Authorization");
  return headers;
}

/** The name of a download in the form that all browsers support (RFC 6266, RFC 5987). */
function attachment(fileName: string | undefined): string {
  const encoded = encodeURIComponent((fileName || "file").toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}
