import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Context } from "hono";
import { callerOf } from "#backend/storage/caller.server.ts";
import type { StorageContext } from "#backend/storage/context.server.ts";
import { noSuchKey, slowDown, tooLarge } from "#backend/storage/errors.ts";
import { addressToRead } from "#backend/storage/names.ts";
import { isUnchanged } from "#backend/storage/objects/conditions.ts";
import {
  anyObject,
  type ObjectRow,
  publicObject,
  visibleObject,
} from "#backend/storage/objects/object-row.server.ts";
import { type Audience, safeHeaders } from "#backend/storage/objects/send-object.server.ts";
import { openToken } from "#backend/storage/objects/signed-token.server.ts";
import {
  readTransformation,
  type Transformation,
  transformationHeader,
  transformationQuery,
} from "#backend/storage/transformation.ts";
import { inTurn, TooMuchImageWork } from "#integrations/images/limit-image-work.ts";
import { objectKey } from "#integrations/storage/object-version.ts";
import { type ImageFormat, maxInputBytes, transformImage } from "./transform-image.server.ts";

/** Transformations in progress, so that concurrent requests for one picture share the work. */
const beingMade = new Map<string, Promise<Rendered>>();

interface Rendered {
  readonly bytes: Uint8Array;
  readonly format: ImageFormat;
}

/** GET and HEAD /render/image/public/{bucket}/{path}?width&height&resize&quality&format. @throws StorageError */
export async function renderPublicImage(context: StorageContext, c: Context): Promise<Response> {
  const wanted = readTransformation(c.req.query(), context.settings.maxOutputSide);
  const row = await publicObject(addressToRead(c, "/render/image/public/"));
  return sendImage(context, c, row, wanted, { isPublic: true });
}

/**
 * GET and HEAD /render/image/authenticated/…: a file that the policies show to the caller.
 * @throws StorageError
 */
export async function renderOwnImage(context: StorageContext, c: Context): Promise<Response> {
  const caller = await callerOf(context, c);
  const wanted = readTransformation(c.req.query(), context.settings.maxOutputSide);
  const address = addressToRead(c, "/render/image/authenticated/");
  const row = await visibleObject(caller, "render.image_authenticated", address);
  return sendImage(context, c, row, wanted, { isPublic: false });
}

/**
 * GET and HEAD /render/image/sign/…?token=…: only the signed transformation.
 * @throws StorageError
 */
export async function renderSignedImage(context: StorageContext, c: Context): Promise<Response> {
  const address = addressToRead(c, "/render/image/sign/");
  const right = await openToken(context.keys, c.req.query("token"), "download", address);
  const signed = Object.fromEntries(new URLSearchParams(right.transformations ?? ""));
  const wanted = readTransformation(signed, context.settings.maxOutputSide);
  return sendImage(context, c, await anyObject(address), wanted, {
    isPublic: false,
    expires: right.expires,
  });
}

async function sendImage(
  context: StorageContext,
  c: Context,
  row: ObjectRow,
  wanted: Transformation,
  audience: Audience,
): Promise<Response> {
  if (row.size > maxInputBytes) throw tooLarge();
  const format = formatFor(wanted.format, c.req.header("accept") ?? "");
  const key = createHash("sha256")
    .update(`${row.version} ${transformationQuery(wanted)} ${format}`)
    .digest("hex");
  const etag = `"${key.slice(0, 32)}"`;
  const fresh = (headers: Headers) => {
    headers.set(
      "Cache-Control",
      `${audience.isPublic ? "public" : "private"}, ${row.cache_control}`,
    );
    headers.set("ETag", etag);
    headers.set("Last-Modified", row.updated_at.toUTCString());
    headers.set("X-Transformations", transformationHeader(wanted));
    if (wanted.format === "auto") headers.append("Vary", "Accept");
    return headers;
  };
  const headersOf = (type: string) =>
    fresh(safeHeaders(type, row.name, c.req.query("download"), audience));
  if (isUnchanged(c, { etag, changed: row.updated_at })) {
    return new Response(null, { status: 304, headers: headersOf(row.mime_type) });
  }
  const image = await imageOf(context, row, wanted, format, key);
  const headers = headersOf(`image/${image.format}`);
  headers.set("Content-Length", String(image.bytes.byteLength));
  const body = c.req.method === "HEAD" ? null : (image.bytes as Uint8Array<ArrayBuffer>);
  return new Response(body, { status: 200, headers });
}

/** WebP for every browser that accepts it: AVIF is slightly smaller and takes many times the work. */
function formatFor(wanted: Transformation["format"], accept: string): ImageFormat | "origin" {
  if (wanted !== "auto") return wanted;
  if (accept.includes("image/webp")) return "webp";
  return accept.includes("image/avif") ? "avif" : "origin";
}

function imageOf(
  context: StorageContext,
  row: ObjectRow,
  wanted: Transformation,
  format: ImageFormat | "origin",
  key: string,
): Promise<Rendered> {
  const running = beingMade.get(key);
  if (running) return running;
  const made = makeImage(context, row, wanted, format, key).finally(() => beingMade.delete(key));
  beingMade.set(key, made);
  return made;
}

async function makeImage(
  { store, images, settings }: StorageContext,
  row: ObjectRow,
  wanted: Transformation,
  format: ImageFormat | "origin",
  key: string,
): Promise<Rendered> {
  const cached = await images.find(key);
  if (cached) return { bytes: cached, format: format === "origin" ? formatOf(cached) : format };
  const image = await inTurn(async () => {
    // Read with explicit bounds, so that a truncated picture is never cached.
    const bounds = row.size > 0 ? { start: 0, end: row.size - 1 } : undefined;
    const source = await store.read(objectKey(row.version), bounds);
    if (source === undefined) throw noSuchKey();
    return transformImage(await wholeOf(source), wanted, format, settings);
  }).catch((error: unknown) => {
    throw error instanceof TooMuchImageWork ? slowDown() : error;
  });
  await images.keep(key, image.bytes);
  return image;
}

/** The format of a picture that this program wrote, by its signature. */
function formatOf(bytes: Uint8Array): ImageFormat {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (head.startsWith("\x89PNG")) return "png";
  if (head.startsWith("GIF8")) return "gif";
  if (head.startsWith("WEBP", 8)) return "webp";
  return head.startsWith("ftyp", 4) ? "avif" : "jpeg";
}

/** @throws StorageError EntityTooLarge */
async function wholeOf(source: Uint8Array | Readable): Promise<Uint8Array> {
  if (!(source instanceof Readable)) return source;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > maxInputBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
