import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import { withTimeout } from "#base/with-timeout.ts";
import { assertKey, type ObjectStore, StoreUnavailable } from "./object-store.ts";
import { type Environment, readS3Address } from "./s3-address.ts";

/** Bytes per part; S3 accepts parts from 5 MiB and 10,000 of them, so objects up to 80 GB. */
const partSize = 8 * 1024 * 1024;
/** Timeout in milliseconds for the first response and between two pieces of it. */
const timeoutMs = 5_000;
/** Lowest upload rate in bytes per millisecond; the body's time at this rate is added to the timeout. */
const slowest = 200;

/** Objects in a bucket of an S3-compatible service. */
export function s3Store(storageUrl: string, env: Environment = process.env): ObjectStore {
  const { bucket, endpoint, region, prefix, ...credentials } = readS3Address(storageUrl, env);
  const client = new AwsClient({
    ...credentials,
    region,
    service: "s3",
    retries: 3,
    initRetryMs: 50,
  });
  const root = `${endpoint}/${bucket}`;
  const address = (key: string) => {
    assertKey(key);
    return `${root}/${prefix}${key}`;
  };

  const ask = async (
    method: string,
    url: string,
    options: { body?: Uint8Array; headers?: Record<string, string> } = {},
  ): Promise<Response> => {
    const hash = createHash("sha256")
      .update(options.body ?? "")
      .digest("hex");
    const control = new AbortController();
    const timer = setTimeout(
      () => control.abort(new Error("no answer")),
      timeoutMs + (options.body?.byteLength ?? 0) / slowest,
    );
    try {
      return await client.fetch(url, {
        method,
        headers: { ...options.headers, "X-Amz-Content-Sha256": hash },
        ...(options.body ? { body: options.body as Uint8Array<ArrayBuffer> } : {}),
        signal: control.signal,
        // A redirect would send a signed request to another host.
        redirect: "manual",
      });
    } catch (cause) {
      throw new StoreUnavailable(method, cause);
    } finally {
      clearTimeout(timer);
    }
  };
  const succeed = async (...request: Parameters<typeof ask>): Promise<string> => {
    const answer = await ask(...request);
    const text = await textOf(answer);
    // S3 may report a failed copy or completion within a 200 response.
    if (!answer.ok || text.includes("<Error>")) throw failure(request[0], answer.status, text);
    return text;
  };

  const put = async (key: string, bytes: Uint8Array) => {
    await succeed("PUT", address(key), { body: bytes });
  };
  /** Sends parts one after the other, so an upload holds at most two parts in memory. */
  const writeParts = async (key: string, parts: AsyncIterable<Uint8Array>): Promise<void> => {
    const begun = await succeed("POST", `${address(key)}?uploads=`);
    const id = encodeURIComponent(field(begun, "UploadId"));
    try {
      const tags: string[] = [];
      for await (const body of parts) {
        const number = tags.length + 1;
        const answer = await ask("PUT", `${address(key)}?partNumber=${number}&uploadId=${id}`, {
          body,
        });
        const text = await textOf(answer);
        const tag = answer.headers.get("etag");
        if (!answer.ok || !tag) throw failure("PUT", answer.status, text);
        tags.push(tag);
      }
      const list = tags.map(
        (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
      );
      const body = `<CompleteMultipartUpload>${list.join("")}</CompleteMultipartUpload>`;
      await succeed("POST", `${address(key)}?uploadId=${id}`, {
        body: new TextEncoder().encode(body),
        headers: { "Content-Type": "application/xml" },
      });
    } catch (error) {
      await ask("DELETE", `${address(key)}?uploadId=${id}`).catch(() => undefined);
      throw error;
    }
  };

  return {
    put,
    async write(key, source) {
      let size = 0;
      const parts = partsOf(source, (bytes) => {
        size += bytes;
      });
      const first = await parts.next();
      const second = first.done ? first : await parts.next();
      if (first.done || second.done) {
        await put(key, first.done ? new Uint8Array() : first.value);
        return size;
      }
      const all = async function* () {
        yield first.value;
        yield second.value;
        yield* parts;
      };
      await writeParts(key, all());
      return size;
    },
    async size(key) {
      const answer = await ask("HEAD", address(key));
      if (answer.status === 404) return undefined;
      if (!answer.ok) throw failure("HEAD", answer.status, "");
      const length = answer.headers.get("content-length");
      if (length === null) throw new StoreUnavailable("HEAD without a length");
      return Number(length);
    },
    async read(key, range) {
      const headers: Record<string, string> = {};
      if (range) headers.Range = `bytes=${range.start}-${range.end}`;
      const answer = await ask("GET", address(key), { headers });
      if (!answer.ok || !answer.body) {
        const text = await textOf(answer);
        if (isMissing(answer, text)) return undefined;
        throw failure("GET", answer.status, text);
      }
      if (range) {
        const given = answer.headers.get("content-range") ?? "no range";
        const length = Number(answer.headers.get("content-length"));
        const isWhole = length === range.end - range.start + 1;
        if (!isWhole || !given.startsWith(`bytes ${range.start}-${range.end}/`)) {
          await answer.body.cancel();
          throw new StoreUnavailable(
            `${length} bytes (${given}) of ${range.start} to ${range.end}`,
          );
        }
      }
      return Readable.from(lively(answer.body));
    },
    async copy(from, to) {
      assertKey(from);
      const answer = await ask("PUT", address(to), {
        headers: { "x-amz-copy-source": `/${bucket}/${prefix}${from}` },
      });
      const text = await textOf(answer);
      if (isMissing(answer, text)) return false;
      if (!answer.ok || text.includes("<Error>")) throw failure("PUT", answer.status, text);
      return true;
    },
    async remove(key) {
      const answer = await ask("DELETE", address(key));
      const text = await textOf(answer);
      if (!answer.ok && !isMissing(answer, text)) throw failure("DELETE", answer.status, text);
    },
    async *list() {
      let token: string | undefined;
      do {
        const query = new URLSearchParams({ "list-type": "2", prefix });
        if (token) query.set("continuation-token", token);
        const page = await succeed("GET", `${root}?${query}`);
        for (const [, entry = ""] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
          const key = field(entry, "Key").slice(prefix.length);
          yield { key, writtenAt: new Date(field(entry, "LastModified")) };
        }
        const before = token;
        token = page.includes("<IsTruncated>true")
          ? field(page, "NextContinuationToken")
          : undefined;
        if (token !== undefined && token === before) throw new StoreUnavailable("an endless list");
      } while (token);
    },
    async check() {
      try {
        const answer = await ask("HEAD", root);
        return answer.ok ? undefined : `answers ${answer.status}`;
      } catch {
        return "not reachable";
      }
    },
  };
}

/** A missing object is no error; a missing bucket is. */
function isMissing({ status }: Response, text: string): boolean {
  return status === 404 && !text.includes("<Code>NoSuchBucket</Code>");
}

/** Fails when a body stalls or breaks off. */
async function* lively(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await withTimeout(timeoutMs, reader.read(), silence);
      if (done) return;
      yield value;
    }
  } catch (cause) {
    throw cause instanceof StoreUnavailable ? cause : new StoreUnavailable("cut", cause);
  } finally {
    // Release the connection, also when the caller does not read the rest.
    await reader.cancel().catch(() => undefined);
  }
}

async function textOf(answer: Response): Promise<string> {
  try {
    return await withTimeout(timeoutMs, answer.text(), silence);
  } catch (cause) {
    throw cause instanceof StoreUnavailable ? cause : new StoreUnavailable("cut", cause);
  }
}

function silence(): StoreUnavailable {
  return new StoreUnavailable("silent");
}

async function* partsOf(
  source: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    count(chunk.byteLength);
    waiting.push(chunk);
    size += chunk.byteLength;
    while (size >= partSize) {
      const joined = Buffer.concat(waiting);
      yield joined.subarray(0, partSize);
      waiting = [joined.subarray(partSize)];
      size -= partSize;
    }
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** The text of an element in a response of S3 without nested markup. */
function field(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  if (text === undefined) throw new Error(`the object store's answer has no ${name}`);
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

/** Temporary errors of the service, and lost uploads; any other error is a configuration error. */
const passing: ReadonlySet<string> = new Set([
  "InternalError",
  "SlowDown",
  "InvalidPart",
  "NoSuchUpload",
]);

function failure(method: string, status: number, text: string): Error {
  const code = /<Code>([^<]{1,60})<\/Code>/.exec(text)?.[1] ?? "";
  const message = `${method}: ${status} ${code}`.trimEnd();
  if (status >= 500 || status === 429 || passing.has(code)) return new StoreUnavailable(message);
  return new Error(`the object store refused ${message}`);
}
