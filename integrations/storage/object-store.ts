import type { Readable } from "node:stream";

/** First and last byte, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredKey {
  readonly key: string;
  readonly writtenAt: Date;
}

/**
 * Stores objects by key. A store on the network that cannot serve a call throws `StoreUnavailable` within seconds. Keys
 * are chosen by the program: letters, digits, `-`, `_`, `.` and `/`.
 */
export interface ObjectStore {
  /** Atomic: a reader never sees a partial object, also after a power cut. @throws StoreFull */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * As `put`, for a stream that is never held in memory as a whole. When `source` throws, nothing is stored. @param
   * written called with pieces whose memory can be reused
   * @returns the number of bytes written @throws StoreFull, and errors of `source`
   */
  write(
    key: string,
    source: AsyncIterable<Uint8Array>,
    written?: (piece: Uint8Array) => void,
  ): Promise<number>;
  /** @returns undefined when the object does not exist */
  size(key: string): Promise<number | undefined>;
  /**
   * Small objects are returned whole, larger ones as a stream. A range must lie within the object.
   * @returns undefined when the object does not exist
   */
  read(key: string, range?: ByteRange): Promise<Uint8Array | Readable | undefined>;
  /** @returns whether the object existed */
  copy(from: string, to: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** Every key, unordered; keys written meanwhile may be included. */
  list(): AsyncIterable<StoredKey>;
  /** @returns the problem, undefined when the store is usable */
  check(): Promise<string | undefined>;
}

/** The store is full: nothing of the object was stored. */
export class StoreFull extends Error {
  constructor(cause: unknown) {
    super("the object store is full", { cause });
    this.name = "StoreFull";
  }
}

/** The store is unreachable, timed out, or returned an incomplete object: a retry may succeed. */
export class StoreUnavailable extends Error {
  constructor(what: string, cause?: unknown) {
    super(`the object store is away: ${what}`, { cause });
    this.name = "StoreUnavailable";
  }
}

const safeKey = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;

/** @throws Error for a key that is unsafe as a file name, or too long */
export function assertKey(key: string): void {
  if (!safeKey.test(key) || key.length > 200) {
    throw new Error("an object key may not leave the store");
  }
}
