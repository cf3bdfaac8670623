import { CachedReads, type TagsOf } from "#db/cached.server.ts";
import { ChangeLog } from "#db/change-log.server.ts";

interface Cache {
  readonly changes: ChangeLog;
  readonly reads: CachedReads;
}

// On globalThis, since the screens' build and the program are two module graphs: see db/client.server.ts.
const key = Symbol.for("etalase.catalogue-cache");
const registry = globalThis as unknown as Record<symbol, Cache | undefined>;
registry[key] ??= openCache();
const { changes, reads }: Cache = registry[key];

function openCache(): Cache {
  const log = new ChangeLog();
  return { changes: log, reads: new CachedReads(log) };
}

/** What commits change in the data of public pages. */
export const catalogueChanges: ChangeLog = changes;

/** Starts caching reads of the catalogue. @returns a function that stops it */
export function startCatalogueCache(): Promise<() => Promise<void>> {
  return reads.start();
}

/** For reads that no product is part of: a change of products leaves their answers. */
export const withoutProducts = (): readonly string[] => [];

/**
 * Caches a read of the catalogue by its arguments. Callers must not modify the results.
 * @param tagsOf the ids of the products and the slugs of the categories whose products an answer depends on, and no others
 * (docs/why/catalogue.md)
 */
export function cached<Question extends readonly unknown[], Answer>(
  name: string,
  read: (...question: Question) => Promise<Answer>,
  tagsOf?: TagsOf<Answer>,
): (...question: Question) => Promise<Answer> {
  return reads.cached(name, read, tagsOf);
}
