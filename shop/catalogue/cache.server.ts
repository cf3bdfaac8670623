import { listen } from "#db/listen.server.ts";

/*
 * What has been read of the catalogue is kept in the process until somebody changes it: PostgreSQL says so at the
 * very commit. While nobody listens, e.g. in tests or while the connection is lost, nothing is kept.
 */

interface Store {
  isListening: boolean;
  readonly kept: Map<string, { readonly value: Promise<unknown>; readonly until: number }>;
}

// The screens' build and the program share this module, and in development they do not: see db/client.server.ts.
const key = Symbol.for("etalase.catalogue-cache");
const registry = globalThis as unknown as Record<symbol, Store | undefined>;
registry[key] ??= { isListening: false, kept: new Map() };
const store: Store = registry[key];

const mostKept = 1_000;
/** A product may appear by itself when its time has come. Milliseconds. */
const longest = 30_000;

/** Begins to keep. @returns how to stop */
export async function keepCatalogue(): Promise<() => Promise<void>> {
  const forget = () => store.kept.clear();
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
export function kept<Question extends readonly unknown[], Answer>(
  name: string,
  read: (...question: Question) => Promise<Answer>,
): (...question: Question) => Promise<Answer> {
  return (...question) => {
    if (!store.isListening) return read(...question);
    const address = `${name}:${JSON.stringify(question)}`;
    const found = store.kept.get(address);
    if (found && found.until > Date.now()) return found.value as Promise<Answer>;
    const value = read(...question);
    // The oldest go first: a crowd of odd filters must not fill the memory.
    for (const oldest of store.kept.keys()) {
      if (store.kept.size < mostKept) break;
      store.kept.delete(oldest);
    }
    store.kept.set(address, { value, until: Date.now() + longest });
    value.catch(() => store.kept.delete(address));
    return value;
  };
}
