import { keyAlreadyExists } from "#backend/storage/errors.ts";
import type { ObjectAddress } from "#backend/storage/names.ts";
import {
  assertFits,
  bucketRules,
  type Shelf,
} from "#backend/storage/objects/bucket-rules.server.ts";
import { batch } from "#base/batch.ts";
import { asShop } from "#db/client.server.ts";
import {
  metadataOf,
  type ObjectDetails,
  ownerUuid,
} from "#integrations/storage/object-rows.server.ts";
import type { StoredBytes } from "#integrations/storage/object-version.ts";

interface NewRow {
  readonly address: ObjectAddress;
  readonly stored: StoredBytes;
  readonly details: ObjectDetails;
  /** State of the bucket whose rules the file was checked against. */
  readonly state: string;
}

/**
 * New files that complete at the same time share a statement and its commit, the main cost of a row (docs/why/storage-and-realtime.md).
 */
const insertBatch = batch<NewRow, { id: string } | undefined>(
  async (items) => {
    // Sorted by name, so that two processes never deadlock.
    const rows = items
      .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
      .map(({ address, stored, details, state }) => ({
        state,
        bucket_id: address.bucket,
        name: address.name,
        owner: ownerUuid(details.ownerId),
        owner_id: details.ownerId,
        version: stored.version,
        metadata: metadataOf(stored, details),
        user_metadata: details.userMetadata ?? null,
      }));
    const sql = asShop();
    const made = await sql<{ id: string; version: string }[]>`
      insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
      select w.bucket_id, w.name, w.owner, w.owner_id, w.version, w.metadata, w.user_metadata
      from jsonb_to_recordset(${sql.json(rows)}) as w (bucket_id text, name text, owner uuid, owner_id text,
        version text, metadata jsonb, user_metadata jsonb, state text)
      join storage.buckets b on b.id = w.bucket_id and b.xmin::text = w.state
      on conflict on constraint key_already_exists do nothing
      returning id, version`;
    const ids = new Map(made.map(({ id, version }) => [version, { id }]));
    if (made.length < items.length) {
      // After a lost connection the batch runs again, although it may have been committed: a row with the item's
      // own version is its own.
      const versions = items.map(({ stored }) => stored.version);
      const known = await sql<{ id: string; version: string }[]>`
        select id, version from storage.objects where version = any(${versions}::text[])`;
      for (const { id, version } of known) ids.set(version, { id });
    }
    return items.map(({ stored }) => ids.get(stored.version));
  },
  { maxBatchSize: 50, maxConcurrency: 1 },
);

function placeOf({ address }: NewRow): string {
  return `${address.bucket}/${address.name}`;
}

/**
 * Creates a row for stored bytes under a free name. Of concurrent calls exactly one succeeds.
 * @param rules the file was checked against; when the bucket has changed since, its current rules apply
 * @param fileSizeLimit bytes, of the settings
 * @throws StorageError KeyAlreadyExists, NoSuchBucket, EntityTooLarge, InvalidMimeType
 */
export async function recordNewObject(
  address: ObjectAddress,
  stored: StoredBytes,
  details: ObjectDetails,
  rules: Shelf,
  fileSizeLimit: number,
): Promise<{ id: string }> {
  let { state } = rules;
  for (;;) {
    const row = await insertBatch({ address, stored, details, state });
    if (row) return row;
    const now = await bucketRules(address);
    if (now.taken) throw keyAlreadyExists();
    assertFits(now, fileSizeLimit, { size: stored.size, type: details.mimeType });
    state = now.state;
  }
}
