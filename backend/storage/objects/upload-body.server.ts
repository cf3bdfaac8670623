import { Buffer } from "node:buffer";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import type { Context } from "hono";
import { parseJsonObject } from "#backend/gateway/body.server.ts";
import { invalidRequest, StorageError } from "#backend/storage/errors.ts";
import { incomingOf } from "#base/incoming.ts";
import type { Json } from "#db/client.server.ts";

/** An upload's data besides the bytes. */
export interface UploadDetails {
  readonly cacheControl: string;
  readonly contentEncoding: string | undefined;
  readonly userMetadata: Json | undefined;
}

export interface UploadBody {
  /** The declared media type, with its parameters. */
  readonly type: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /**
   * Available once all bytes are read: a form may have fields after its file.
   * @throws StorageError
   */
  details(): Promise<UploadDetails>;
}

/** Maximum characters of a form's field, and of a client's metadata. */
const maxField = 64 * 1024;
const encodings = new Set(["gzip", "br", "deflate", "zstd"]);

/** The client disconnected before its last byte. */
export class RequestCut extends StorageError {
  constructor() {
    super("400", "Error", "The request ended too early", "InvalidRequest");
  }
}

/** A request's bytes as a stream; an unread rest does not close the connection. */
export function requestBytes(c: Context): Readable {
  const incoming = incomingOf(c);
  if (incoming) return incoming;
  const { body } = c.req.raw;
  return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]);
}

/** @throws RequestCut */
export async function* chunksOf(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) yield chunk;
  } catch (error) {
    throw asRequestError(error);
  }
}

function asRequestError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  const isCut = code === "ECONNRESET" || code === "ERR_STREAM_PREMATURE_CLOSE";
  return isCut ? new RequestCut() : error;
}

/**
 * A file from a raw body, or from the first file of a form.
 * @param c a request with an unread body
 * @throws StorageError
 */
export async function readUpload(c: Context): Promise<UploadBody> {
  const type = c.req.header("content-type") ?? "application/octet-stream";
  if (/^multipart\/form-data\b/i.test(type)) return readForm(c, type);
  const userMetadata = readMetadata(
    Buffer.from(c.req.header("x-metadata") ?? "", "base64").toString("utf8"),
  );
  return {
    type,
    bytes: chunksOf(requestBytes(c)),
    details: async () => ({
      cacheControl: cleanCacheControl(c.req.header("cache-control") ?? "no-cache"),
      contentEncoding: knownEncoding(c.req.header("content-encoding")),
      userMetadata,
    }),
  };
}

function readForm(c: Context, type: string): Promise<UploadBody> {
  const source = requestBytes(c);
  const fields = new Map<string, string>();
  let form: BusboyInstance;
  try {
    form = new Busboy({
      headers: { "content-type": type },
      limits: { fields: 20, fieldNameSize: 100, fieldSize: maxField, files: 1, headerPairs: 20 },
    });
  } catch {
    throw invalidRequest("Multipart: Boundary not found");
  }
  return new Promise<UploadBody>((resolve, reject) => {
    let file: Readable | undefined;
    const finished = new Promise<void>((resolveEnd, rejectEnd) => {
      const fail = (error: unknown) => {
        source.unpipe(form);
        rejectEnd(error);
        reject(error);
        file?.destroy(error as Error);
      };
      form.on("field", (name, value, _nameTruncated, isTruncated) => {
        if (isTruncated) fail(invalidRequest("A field of the form is too long"));
        fields.set(name, value);
      });
      form.on("file", (_name, stream, _fileName, _encoding, partType) => {
        file = stream;
        // Busboy emits the error of a truncated part before a reader exists; destroying the stream passes it to
        // a later reader.
        stream.on("error", (error) => stream.destroy(error));
        resolve({
          // Fixed here: a type after the file would be stored without a check against the bucket's rules.
          type: fields.get("contentType") || partType || "application/octet-stream",
          bytes: chunksOf(stream),
          details: async () => {
            await finished;
            return detailsOf(fields);
          },
        });
      });
      form.on("error", () => fail(invalidRequest("The form is not well-formed")));
      form.on("finish", () => {
        if (!file) fail(invalidRequest("The form has no file"));
        resolveEnd();
      });
      source.on("error", (error) => fail(asRequestError(error)));
      source.once("close", () => {
        if (!source.readableEnded) fail(new RequestCut());
      });
    });
    // A reader that stops early does not await it.
    finished.catch(() => undefined);
    source.pipe(form);
  });
}

function detailsOf(fields: ReadonlyMap<string, string>): UploadDetails {
  const seconds = fields.get("cacheControl");
  const cacheControl = seconds && /^\d+$/.test(seconds) ? `max-age=${seconds}` : seconds;
  return {
    cacheControl: cleanCacheControl(cacheControl ?? "no-cache"),
    contentEncoding: knownEncoding(fields.get("contentEncoding")),
    userMetadata: readMetadata(fields.get("metadata") ?? ""),
  };
}

/** @throws StorageError */
export function readMetadata(text: string): Json | undefined {
  if (text === "") return undefined;
  if (text.length > maxField) throw invalidRequest("metadata is too long");
  return parseJsonObject(text) as Json;
}

const directive =
  /^(no-cache|no-store|no-transform|must-revalidate|immutable|((s-)?max-age|stale-while-revalidate|stale-if-error)=\d{1,10})$/;

/** Retains only directives about the duration; the endpoint decides which caches may store the answer. */
export function cleanCacheControl(value: string): string {
  const retained = value
    .toLowerCase()
    .split(",")
    .map((part) => part.trim())
    .filter((part) => directive.test(part));
  return retained.length > 0 ? retained.join(", ") : "no-cache";
}

/** A client may declare a compressed file; it is sent back with the same encoding. */
function knownEncoding(value: string | undefined): string | undefined {
  const encoding = value?.trim().toLowerCase();
  if (!encoding || encoding === "identity") return undefined;
  if (!encodings.has(encoding)) throw invalidRequest("content-encoding is not supported");
  return encoding;
}
