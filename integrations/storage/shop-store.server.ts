import { AppError } from "#base/errors.ts";
import type { ObjectStore } from "./object-store.ts";

// On globalThis for the same reason as the database pools: the screens' build has its own module graph.
const key = Symbol.for("etalase.shop-store");
const registry = globalThis as unknown as Record<symbol, ObjectStore | undefined>;

/** Sets the store in which the shop's own use cases read and write files. */
export function provideStore(store: ObjectStore): void {
  registry[key] = store;
}

/** The store of the shop's files. @throws AppError `storage_not_connected` before `provideStore` */
export function shopStore(): ObjectStore {
  const store = registry[key];
  if (!store) throw new AppError("storage_not_connected", 500);
  return store;
}
