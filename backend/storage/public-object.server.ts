import { Readable } from "node:stream";
import type { Context } from "hono";
import { asShop } from "#db/client.server.ts";
import type { ObjectStore } from "#integrations/storage/disk.server.ts";
import { StorageError } from "./errors.ts";
import { isObjectName, objectKey } from "./put-object.server.ts";

interface ObjectRow {
  version: string;
  size: number;
  mime_type: string;
  cache_control: string;
  etag: string;
  updated_at: Date;
}

/** Pictures without script in them; everything else is downloaded, never shown under the shop's name. */
const shownInline = new Set(["image/png", "image/jpeg", "image/webp", "image/avif", "image/gif"]);

/**
 * GET and HEAD /object/public/{bucket}/{path}. Anybody may read what is in a public bucket.
 * A private bucket looks like none.
 */
export async function readPublicObject(store: ObjectStore, c: Context): Promise<Response> {
  const { bucket, name } = addressOf(c);
  const [row] = await asShop()<ObjectRow[]>`
    select o.version, (o.metadata ->> 'size')::bigint as size, o.metadata ->> 'mimetype' as mime_type,
      o.metadata ->> 'cacheControl' as cache_control, o.metadata ->> 'eTag' as etag, o.updated_at
    from storage.objects o join storage.buckets b on b.id = o.bucket_id
    where b.id = ${bucket} and b.public and o.name = ${name}`;
  if (!row) throw await missing(bucket);
  const headers = headersOf(row, name, c.req.query("download"));
  if (isUnchanged(c, row)) return new Response(null, { status: 304, headers });
  const range = rangeOf(c.req.header("range"), row.size);
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${row.size}`);
    return new Response(null, { status: 416, headers });
  }
  const length = range ? range.end - range.start + 1 : row.size;
  headers.set("Content-Length", String(length));
  if (range) headers.set("Content-Range", `bytes ${range.start}-${range.end}/${row.size}`);
  const status = range ? 206 : 200;
  if (c.req.method === "HEAD" || length === 0) return new Response(null, { status, headers });
  const key = objectKey(row.version);
  // Looked for before the headers leave: later a missing file could only break the connection.
  if ((await store.size(key)) === undefined)
    throw new StorageError("404", "not_found", "Object not found", "NoSuchKey");
  const stream = Readable.toWeb(store.read(key, range)) as ReadableStream;
  return new Response(stream, { status, headers });
}

function addressOf(c: Context): { bucket: string; name: string } {
  const rest = c.req.path.split("/object/public/")[1] ?? "";
  const slash = rest.indexOf("/");
  try {
    const bucket = decodeURIComponent(rest.slice(0, slash));
    const name = decodeURIComponent(rest.slice(slash + 1));
    if (slash > 0 && isObjectName(name) && !bucket.includes("\0")) return { bucket, name };
  } catch {
    // Falls through: a broken escape names nothing.
  }
  throw new StorageError("404", "not_found", "Object not found", "NoSuchKey");
}

async function missing(bucket: string): Promise<StorageError> {
  const [row] = await asShop()`select 1 from storage.buckets where id = ${bucket} and public`;
  if (row) return new StorageError("404", "not_found", "Object not found", "NoSuchKey");
  return new StorageError("404", "Bucket not found", "Bucket not found", "NoSuchBucket");
}

function headersOf(row: ObjectRow, name: string, download: string | undefined): Headers {
  const isInline = shownInline.has(row.mime_type) && download === undefined;
  const fileName = encodeURIComponent(download || (name.split("/").at(-1) ?? "file")).replaceAll(
    "'",
    "%27",
  );
  return new Headers({
    "Content-Type": row.mime_type.startsWith("text/html") ? "text/plain" : row.mime_type,
    "Content-Disposition": isInline ? "inline" : `attachment; filename*=UTF-8''${fileName}`,
    ETag: row.etag,
    "Last-Modified": row.updated_at.toUTCString(),
    "Cache-Control": `public, ${row.cache_control}`,
    "Accept-Ranges": "bytes",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "none",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
  });
}

function isUnchanged(c: Context, row: ObjectRow): boolean {
  const known = c.req.header("if-none-match");
  if (known !== undefined) {
    const weak = (tag: string) => tag.trim().replace(/^W\//, "");
    return known === "*" || known.split(",").some((tag) => weak(tag) === row.etag);
  }
  const since = Date.parse(c.req.header("if-modified-since") ?? "");
  return Math.floor(row.updated_at.getTime() / 1000) * 1000 <= since;
}

/** One range only; several at once are answered with the whole file, which the standard allows. */
function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | "unsatisfiable" | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return undefined;
  const [, first, last] = match;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, end };
}
