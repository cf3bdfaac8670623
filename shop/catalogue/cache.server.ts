import { CachedReads, type TagsOf } from "#db/cached.server.ts";

// On globalThis, since in development the screens' build and the program are two module graphs: see
// db/client.server.ts.
const key = Symbol.for("etalase.catalogue-cache");
const registry = globalThis as unknown as Record<symbol, CachedReads | undefined>;
// A scheduled product appears without a notification, so entries expire after half a minute (decision 0005).
registry[key] ??= new CachedReads({ channel: "catalogue", maxAnswers: 500, ttlMs: 30_000 });
const reads: CachedReads = registry[key];

/** Starts caching reads of the catalogue. @returns a function that stops it */
export function listenForCatalogueChanges(): Promise<() => Promise<void>> {
  return reads.start();
}

/** For reads that no product is part of: a change of products leaves their answers. */
export const withoutProducts = (): readonly string[] => [];

/**
 * Caches a read of the catalogue by its arguments. Callers must not modify the results.
 * @param tagsOf the ids of the products and the slugs of the categories whose products an answer depends on, and no others
 * (decision 0180)
 */
export function cached<Question extends readonly unknown[], Answer>(
  name: string,
  read: (...question: Question) => Promise<Answer>,
  tagsOf?: TagsOf<Answer>,
): (...question: Question) => Promise<Answer> {
  return reads.cached(name, read, tagsOf);
}
