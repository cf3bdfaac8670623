import { createHash } from "node:crypto";
import {
  acceptedEncodings,
  compressPage,
  decompressPage,
  type Encoding,
} from "#server/middleware/encodings.ts";

/** Requests of a page after which it is worth compressing better. */
const hotAfter = 3;
/** Bytes that a page takes besides its bodies. */
const overhead = 4_096;

/** What a request asks of a page besides its address. */
export interface PageRequest {
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** The browser asks before the visitor does, and shall find the page still fresh at the click. */
  readonly isPrefetch: boolean;
}

export interface PageAnswer {
  readonly status: 200 | 304;
  /** Names and values by turns, as `writeHead` takes them. */
  readonly headers: readonly string[];
  readonly body: Buffer | undefined;
}

/** A page that everybody gets, in each encoding that was asked for. */
export class StoredPage {
  /** From `performance.now()`: when its first data may have been read. */
  readonly renderedAt: number;
  /** What it depends on; undefined: on everything. */
  readonly tags: ReadonlySet<string> | undefined;
  /** Bytes, when every encoding was asked for. */
  readonly size: number;
  readonly #headers: readonly string[];
  readonly #gzip: Buffer;
  readonly #hash: string;
  readonly #bodies = new Map<Encoding, Buffer>();
  /** By encoding and kind of answer. */
  readonly #heads = new Map<string, readonly string[]>();
  #requests = 0;

  private constructor(made: MadePage, gzipped: Buffer) {
    this.renderedAt = made.renderedAt;
    this.tags = made.tags;
    this.#headers = made.headers;
    this.#hash = createHash("sha256").update(made.body).digest("base64url").slice(0, 16);
    this.#gzip = gzipped;
    this.size = made.body.length + 3 * gzipped.length + overhead;
    this.#bodies.set("gzip", gzipped);
  }

  static async of(made: MadePage): Promise<StoredPage> {
    return new StoredPage(made, await compressPage(made.body, "gzip"));
  }

  /** Counts a request. @returns true once: when the page is worth better compression */
  countRequest(): boolean {
    this.#requests++;
    return this.#requests === hotAfter;
  }

  /** Compresses for clients that accept more than gzip. */
  async compressBetter(): Promise<void> {
    const body = decompressPage(this.#gzip);
    for (const encoding of ["br", "zstd"] as const) {
      this.#bodies.set(encoding, await compressPage(body, encoding));
    }
  }

  answer(request: PageRequest): PageAnswer {
    const encoding = this.#encodingFor(request.acceptEncoding);
    const isSame = request.ifNoneMatch !== undefined && this.#hasTag(request.ifNoneMatch);
    return {
      status: isSame ? 304 : 200,
      headers: this.#head(encoding, request.isPrefetch, isSame),
      body: isSame ? undefined : this.#body(encoding),
    };
  }

  #encodingFor(header: string | undefined): Encoding {
    const accepted = acceptedEncodings(header);
    return accepted.find((encoding) => this.#bodies.has(encoding)) ?? "identity";
  }

  #body(encoding: Encoding): Buffer {
    const known = this.#bodies.get(encoding);
    if (known) return known;
    const body = decompressPage(this.#gzip);
    this.#bodies.set(encoding, body);
    return body;
  }

  /** Whether the client has this page, in whatever encoding (RFC 9110, 13.1.2). */
  #hasTag(header: string): boolean {
    return header
      .split(",")
      .some((tag) => tag.trim().replace(/^W\//, "").startsWith(`"${this.#hash}-`));
  }

  #head(encoding: Encoding, isPrefetch: boolean, isSame: boolean): readonly string[] {
    const key = `${encoding} ${isPrefetch} ${isSame}`;
    const known = this.#heads.get(key);
    if (known) return known;
    const head = [
      ...this.#headers,
      ...["ETag", `"${this.#hash}-${encoding}"`, "Vary", "Accept-Encoding"],
      ...["Cache-Control", isPrefetch ? "private, max-age=10" : "no-cache"],
      ...(isSame ? [] : ["Content-Length", String(this.#body(encoding).length)]),
      ...(isSame || encoding === "identity" ? [] : ["Content-Encoding", encoding]),
    ];
    this.#heads.set(key, head);
    return head;
  }
}

/** A page as it was rendered for the store. */
export interface MadePage {
  readonly body: Buffer;
  /** Names and values by turns, without those of an encoding. */
  readonly headers: readonly string[];
  readonly tags: ReadonlySet<string> | undefined;
  readonly renderedAt: number;
}
