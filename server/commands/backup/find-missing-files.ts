import { limitConcurrency } from "#base/limit-concurrency.ts";
import { asShop } from "#db/client.server.ts";
import { objectKey } from "#integrations/storage/object-version.ts";
import { openPlainStore } from "#integrations/storage/open-store.server.ts";

/** The stored files that rows of the connected shop reference, and those that are missing in the store. */
export async function findMissingFiles(
  storageUrl: string,
): Promise<{ readonly count: number; readonly missing: readonly string[] }> {
  const store = openPlainStore(storageUrl);
  const objects = await asShop()<{ bucket_id: string; name: string; version: string }[]>`
    select bucket_id, name, version from storage.objects`;
  const inTurn = limitConcurrency(16);
  const sizes = await Promise.all(
    objects.map(({ version }) => inTurn(() => store.size(objectKey(version)))),
  );
  const missing = objects.filter((_, index) => sizes[index] === undefined);
  return {
    count: objects.length,
    missing: missing.map(({ bucket_id, name }) => `${bucket_id}/${name}`),
  };
}
