import { listen } from "#db/listen.server.ts";

/*
 * What has been read of the catalogue is kept in the process until somebody changes it: PostgreSQL says so at the
 * very commit. While nobody listens, e.g. in tests or while the connection is lost, nothing is kept.
 */

type Answers = Map<string, { readonly value: Promise<unknown>; readonly until: number }>;

interface Store {
  isListening: boolean;
  /** By the name of the question. */
  readonly cached: Map<string, Answers>;
}

// The screens' build and the program share this module, and in development they do not: see db/client.server.ts.
const key = Symbol.for("etalase.catalogue-cache");
const registry = globalThis as unknown as Record<symbol, Store | undefined>;
registry[key] ??= { isListening: false, cached: new Map() };
const store: Store = registry[key];

/** Of one name: a crowd of odd filters must fill neither the memory nor the place of other questions. */
const maxCached = 500;
/** A product may appear by itself when its time has come. Milliseconds. */
const longest = 30_000;

/** Begins to keep. @returns how to stop */
export async function listenForCatalogueChanges(): Promise<() => Promise<void>> {
  const forget = () => store.cached.clear();
  const stop = await listen("catalogue", forget, () => {
    forget();
    store.isListening = true;
  });
  return async () => {
    store.isListening = false;
    forget();
    await stop();
  };
}

/** A reader of the catalogue that asks the database only once for the same question. Its answers must not be changed. */
export function cached<Question extends readonly unknown[], Answer>(
  name: string,
  read: (...question: Question) => Promise<Answer>,
): (...question: Question) => Promise<Answer> {
  return (...question) => {
    if (!store.isListening) return read(...question);
    const answers: Answers = store.cached.get(name) ?? new Map();
    store.cached.set(name, answers);
    const address = JSON.stringify(question);
    const found = answers.get(address);
    if (found && found.until > performance.now()) return found.value as Promise<Answer>;
    const value = read(...question);
    for (const oldest of answers.keys()) {
      if (answers.size < maxCached) break;
      answers.delete(oldest);
    }
    answers.set(address, { value, until: performance.now() + longest });
    value.catch(() => answers.delete(address));
    return value;
  };
}
