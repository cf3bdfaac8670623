import { CachedReads } from "#db/cached.server.ts";

// The screens' build and the program share this cache, and in development they are two module graphs: see db/client.server.ts.
const key = Symbol.for("etalase.catalogue-cache");
const registry = globalThis as unknown as Record<symbol, CachedReads | undefined>;
// A product may appear by itself when its time has come, so half a minute is the longest (decision 0005).
registry[key] ??= new CachedReads({ channel: "catalogue", maxAnswers: 500, ttlMs: 30_000 });
const reads: CachedReads = registry[key];

/** Begins to keep what is read of the catalogue. @returns how to stop */
export function listenForCatalogueChanges(): Promise<() => Promise<void>> {
  return reads.start();
}

/** A reader of the catalogue that asks the database only once for the same question. Its answers must not be changed. */
export function cached<Question extends readonly unknown[], Answer>(
  name: string,
  read: (...question: Question) => Promise<Answer>,
): (...question: Question) => Promise<Answer> {
  return reads.cached(name, read);
}
