import { AsyncLocalStorage } from "node:async_hooks";

/**
 * What the render of a public page read: the tags of its cached answers, and whether it read anything else, which may
 * be personal data (docs/why/server.md).
 */
export class SharedRead {
  readonly #tags = new Set<string>();
  #dependsOnAnything = false;
  #hasReadApart = false;

  /** @param tags what a cached answer depends on; undefined: on everything */
  noteAnswer(tags: readonly string[] | undefined): void {
    if (!tags) this.#dependsOnAnything = true;
    for (const tag of tags ?? []) this.#tags.add(tag);
  }

  /** A query past the cached reads. */
  noteQuery(): void {
    this.#hasReadApart = true;
  }

  /** Undefined: any change makes the page stale. */
  get tags(): ReadonlySet<string> | undefined {
    return this.#dependsOnAnything ? undefined : this.#tags;
  }

  /** Whether all that the page has read is the same for everybody and followed by the log of changes. */
  get isShared(): boolean {
    return !this.#hasReadApart;
  }
}

// On globalThis: the build of the screens is a module graph of its own, as in db/client.server.ts.
const key = Symbol.for("etalase.shared-read");
const registry = globalThis as unknown as Record<
  symbol,
  AsyncLocalStorage<SharedRead | undefined> | undefined
>;
registry[key] ??= new AsyncLocalStorage<SharedRead | undefined>();
const storage: AsyncLocalStorage<SharedRead | undefined> = registry[key];

/** Runs the work of a page for everybody and notes what it reads. */
export function readingShared<T>(read: SharedRead, work: () => T): T {
  return storage.run(read, work);
}

/** The page for everybody that is being made, if one is. */
export function currentSharedRead(): SharedRead | undefined {
  return storage.getStore();
}

/** For the query behind a cached answer: the answer is noted, the query is not. */
export function outsideSharedRead<T>(work: () => T): T {
  return storage.run(undefined, work);
}
