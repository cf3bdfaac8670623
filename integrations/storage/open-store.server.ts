import { OperatorError } from "#base/errors.ts";
import { diskStore } from "./disk.server.ts";
import type { ObjectStore } from "./object-store.ts";
import { ownStore } from "./own-store.server.ts";

const opened = new Map<string, ObjectStore>();

/**
 * The store of `STORAGE_URL`: `file:` and a folder, or `s3://bucket?endpoint=…&region=…`. One instance per address and
 * process. Writing requires the database: see `ownStore`. @throws OperatorError for any other address
 */
export function openStore(storageUrl: string): ObjectStore {
  const store = opened.get(storageUrl) ?? ownStore(openPlainStore(storageUrl));
  opened.set(storageUrl, store);
  return store;
}

/** The folder of a store on disk, relative if the address is; undefined for other stores. */
export function folderOfStore(storageUrl: string): string | undefined {
  // Not parsed as a URL, which has no relative file addresses.
  if (!storageUrl.startsWith("file:")) return undefined;
  return storageUrl.slice("file:".length).replace(/^\/\/(?=\/)/, "");
}

/** The store without the ownership check of `ownStore`, for reading and for operator commands. */
export function openPlainStore(storageUrl: string): ObjectStore {
  const folder = folderOfStore(storageUrl);
  if (folder !== undefined) return diskStore(folder);
  if (storageUrl.startsWith("s3:")) return lazily(storageUrl);
  throw new OperatorError("STORAGE_URL must start with file: or s3:");
}

/** Loads the S3 driver on the first use, so that a store on disk never loads it. */
function lazily(storageUrl: string): ObjectStore {
  let opened: Promise<ObjectStore> | undefined;
  const store = () => {
    opened ??= import("./s3.server.ts").then(({ s3Store }) => s3Store(storageUrl));
    return opened;
  };
  return {
    put: async (key, bytes) => (await store()).put(key, bytes),
    write: async (key, source, written) => (await store()).write(key, source, written),
    size: async (key) => (await store()).size(key),
    read: async (key, range) => (await store()).read(key, range),
    copy: async (from, to) => (await store()).copy(from, to),
    remove: async (key) => (await store()).remove(key),
    async *list() {
      yield* (await store()).list();
    },
    check: async () => (await store()).check(),
  };
}
