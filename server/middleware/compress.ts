import { Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { Context, MiddlewareHandler } from "hono";
import { acceptedEncodings } from "./encodings.ts";
import type { Facts } from "./request-facts.ts";

const textual = /^(text\/|application\/(json|javascript|manifest|xml)|image\/svg)/;
/** About half the work of level 6 for nearly the same size. */
const gzipLevel = 4;
/** As much work as that gzip for a document of 70 kB, whose size it makes 24 % smaller. */
const brotliQuality = { [constants.BROTLI_PARAM_QUALITY]: 4 };
const gzipWhole = promisify(gzip);
const brotliWhole = promisify(brotliCompress);

/** What is made for one answer: zstd would take longer for the same size. */
type Encoding = "br" | "gzip";

function compressWhole(
  body: ArrayBuffer | Buffer,
  encoding: Encoding,
): Promise<Buffer<ArrayBuffer>> {
  if (encoding === "gzip") return gzipWhole(body, { level: gzipLevel });
  const params = { ...brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength };
  return brotliWhole(body, { params });
}

const compressor = (encoding: Encoding) =>
  encoding === "gzip"
    ? createGzip({ level: gzipLevel, flush: constants.Z_SYNC_FLUSH })
    : createBrotliCompress({ params: brotliQuality, flush: constants.BROTLI_OPERATION_FLUSH });

/**
 * Compresses whole answers in a worker thread, and streams piece by piece: each piece is flushed as soon as
 * the screens have been written.
 */
export function compress(): MiddlewareHandler<Facts> {
  return async (c, next) => {
    await next();
    c.res.headers.append("Vary", "Accept-Encoding");
    const encoding = acceptedEncodings(c.req.header("accept-encoding")).find(
      (one) => one === "br" || one === "gzip",
    );
    const isText = textual.test(c.res.headers.get("content-type") ?? "");
    if (!encoding || !isText || c.res.headers.has("content-encoding")) return;
    if (c.res.headers.has("content-length")) {
      const body = c.get("page") ?? (await c.res.arrayBuffer());
      const zipped = await compressWhole(body, encoding);
      answer(c, zipped, { "Content-Encoding": encoding, "Content-Length": String(zipped.length) });
      return;
    }
    const { body } = c.res;
    if (!body) return;
    const stream = compressor(encoding);
    const source = Readable.fromWeb(body as import("node:stream/web").ReadableStream);
    source.once("error", (error) => stream.destroy(error));
    source.pipe(stream);
    answer(c, Readable.toWeb(stream) as ReadableStream, { "Content-Encoding": encoding });
  };
}

/** The same answer with another body. Reading a body may replace the object of its headers, so they are copied afterwards. */
function answer(c: Context<Facts>, body: BodyInit, changed: Readonly<Record<string, string>>) {
  const { status } = c.res;
  const headers = new Headers(c.res.headers);
  for (const [name, value] of Object.entries(changed)) headers.set(name, value);
  // Hono would set the headers of the answer before over these.
  c.res = undefined;
  c.res = new Response(body, { status, headers });
}
