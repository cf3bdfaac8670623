import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { limitConcurrency } from "#base/limit-concurrency.ts";
import { log } from "#base/log.server.ts";
import { asShop } from "#db/client.server.ts";
import {
  type ObjectStore,
  StoreFull,
  StoreUnavailable,
} from "#integrations/storage/object-store.ts";

/** Uploads at once. */
const concurrency = 8;
/** Milliseconds between two renewals of the release's date; they also store what could not be stored before. */
const renewEvery = 60 * 60 * 1000;

/** The key in the store of a file in the build's folder `assets`. */
export function assetKeyOf(name: string): string {
  return `releases/${name}`;
}

/**
 * Stores this release's assets where every process finds them, so that pages go on whose release this process does not
 * have (docs/why/server.md). A later call stores what an earlier one could not, and renews the release's date.
 * @param clientFolder the built screens' folder, with the files in `assets`
 * @returns the number of files stored by this call
 * @throws StoreUnavailable, StoreFull
 */
export async function retainAssets(store: ObjectStore, clientFolder: string): Promise<number> {
  const folder = path.join(clientFolder, "assets");
  // Compressed copies are made of the original again where one is needed.
  const names = (await readdir(folder)).filter((name) => !/\.(br|gz)$/.test(name));
  const sql = asShop();
  // The rows come first: the nightly sweep removes files without one.
  const rows = await sql<{ name: string; stored: boolean }[]>`
    insert into private.release_assets (name) select unnest(${names}::text[])
    on conflict (name) do update set seen_at = now() returning name, stored`;
  const missing = rows.filter(({ stored }) => !stored).map(({ name }) => name);
  const limited = limitConcurrency(concurrency);
  await Promise.all(
    missing.map((name) =>
      limited(async () => store.put(assetKeyOf(name), await readFile(path.join(folder, name)))),
    ),
  );
  if (missing.length > 0) {
    await sql`update private.release_assets set stored = true where name = any(${missing})`;
  }
  return missing.length;
}

/**
 * Stores this release's assets and renews their date while the process runs. The program also
 * starts when the store is unavailable.
 * @param isOnlyProcess when false, the assets are stored before the first page is sent, because a process of another
 * release may receive the requests for its scripts
 * @returns ends the renewals
 */
export async function retainWhileRunning(
  store: ObjectStore,
  clientFolder: string,
  isOnlyProcess: boolean,
): Promise<() => Promise<void>> {
  const retain = async () => {
    try {
      const count = await retainAssets(store, clientFolder);
      if (count > 0) log.info({ files: count }, "the assets of this release were stored");
    } catch (error) {
      if (!(error instanceof StoreUnavailable || error instanceof StoreFull)) throw error;
      log.warn({ err: error }, "the assets of this release could not be stored");
    }
  };
  const renew = () =>
    retain().catch((error: unknown) => log.error({ err: error }, "the release was not renewed"));
  let renewal = Promise.resolve();
  if (isOnlyProcess) renewal = renew();
  else await retain();
  const timer = setInterval(() => {
    renewal = renew();
  }, renewEvery);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await renewal;
  };
}
