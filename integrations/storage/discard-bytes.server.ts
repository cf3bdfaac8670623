import { log } from "#base/log.server.ts";
import { isConnectionLost } from "#db/connection-lost.server.ts";
import type { ObjectStore } from "./object-store.ts";
import { objectKey } from "./object-version.ts";

/** Removes bytes whose row was not written. After a failure the nightly purge removes them. */
export async function discardBytes(store: ObjectStore, version: string): Promise<void> {
  await store
    .remove(objectKey(version))
    .catch((error) => log.warn({ err: error, version }, "left for the sweep"));
}

/**
 * Removes bytes whose row could not be written. A lost connection may have broken after the commit, and a row
 * without bytes is worse than bytes without a row: the nightly purge then decides.
 */
export async function discardAfter(
  error: unknown,
  store: ObjectStore,
  version: string,
): Promise<void> {
  if (!isConnectionLost(error)) await discardBytes(store, version);
}
