import { AsyncLocalStorage } from "node:async_hooks";

// On globalThis, because the React Router build has its own copy of this module.
const key = Symbol.for("etalase.request-network");
const registry = globalThis as unknown as Record<symbol, AsyncLocalStorage<string> | undefined>;
registry[key] ??= new AsyncLocalStorage<string>();
const storage: AsyncLocalStorage<string> = registry[key];

/** Runs the handlers of a request. @param network network of the client, as in rate limits */
export function ofNetwork<T>(network: string, handle: () => T): T {
  return storage.run(network, handle);
}

/** The network of the current request; undefined in a job. */
export function currentNetwork(): string | undefined {
  return storage.getStore();
}
