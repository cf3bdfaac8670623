import type { Readable } from "node:stream";

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredKey {
  readonly key: string;
  readonly writtenAt: Date;
}

/**
 * Where bytes are kept. Whatever a store on the network cannot do now is a `StoreAway`, within seconds. Keys are made by the program:
 * letters, digits, `-`, `_`, `.` and `/`.
 */
export interface ObjectStore {
  /** Whole or not at all: a reader never sees half a file, also after a power cut. @throws StoreFull */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * As `put`, for bytes that come one after the other and are never held all at once. When `source` throws, nothing
   * is kept. @param written may be told of pieces that are not needed any more
   * @returns how many bytes were written @throws StoreFull, and whatever `source` throws
   */
  write(
    key: string,
    source: AsyncIterable<Uint8Array>,
    written?: (piece: Uint8Array) => void,
  ): Promise<number>;
  /** @returns undefined when there is no such object */
  size(key: string): Promise<number | undefined>;
  /**
   * Small objects come whole, larger ones as a stream. A range that is not there as a whole is not begun.
   * @returns undefined when there is no such object
   */
  read(key: string, range?: ByteRange): Promise<Uint8Array | Readable | undefined>;
  /** @returns whether there was such an object */
  copy(from: string, to: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** Every key, in no order; what is written meanwhile may be among them. */
  list(): AsyncIterable<StoredKey>;
  /** @returns what is wrong, undefined when it can be used */
  check(): Promise<string | undefined>;
}

/** No room is left: nothing of the object was kept. */
export class StoreFull extends Error {
  constructor(cause: unknown) {
    super("the object store is full", { cause });
    this.name = "StoreFull";
  }
}

/** The store cannot be reached, does not answer, or did not give all of it: the very same may succeed in a moment. */
export class StoreUnavailable extends Error {
  constructor(what: string, cause?: unknown) {
    super(`the object store is away: ${what}`, { cause });
    this.name = "StoreUnavailable";
  }
}

const safeKey = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;

/** @throws Error when a key means something to a file system or is longer than one allows */
export function assertKey(key: string): void {
  if (!safeKey.test(key) || key.length > 200) {
    throw new Error("an object key may not leave the store");
  }
}
