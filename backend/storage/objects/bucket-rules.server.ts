import { LRUCache } from "lru-cache";
import { invalidMimeType, noSuchBucket, tooLarge } from "#backend/storage/errors.ts";
import { essenceOf, isAllowedType } from "#backend/storage/media-types.ts";
import type { ObjectAddress } from "#backend/storage/names.ts";
import { batch } from "#base/batch.ts";
import { asShop } from "#db/client.server.ts";

/** A bucket's upload rules. */
export interface BucketRules {
  /** Maximum bytes of one file; null: the settings' limit. */
  readonly file_size_limit: number | null;
  readonly allowed_mime_types: readonly string[] | null;
}

/** A bucket's rules and the state of one name in it. */
export interface Shelf extends BucketRules {
  readonly taken: boolean;
  /** Changes with every change of the bucket. */
  readonly state: string;
}

/**
 * Concurrent uploads share one query. Names are passed as JSON, whose plan PostgreSQL caches; for arrays it
 * would plan each time.
 */
const readRules = batch<ObjectAddress, Shelf | undefined>(
  async (items) => {
    const sql = asShop();
    const asked = items.map(({ bucket, name }, at) => ({ at, bucket, name }));
    const rows = await sql<(Shelf & { at: number })[]>`
      select w.at, b.file_size_limit, b.allowed_mime_types, b.xmin::text as state, o.taken is not null as taken
      from jsonb_to_recordset(${sql.json(asked)}) as w (at integer, bucket text, name text)
      join storage.buckets b on b.id = w.bucket
      left join lateral (
        select true as taken from storage.objects o where o.bucket_id = w.bucket and o.name = w.name limit 1
      ) o on true`;
    const found = new Map(rows.map(({ at, ...shelf }) => [at, shelf]));
    return items.map((_, at) => found.get(at));
  },
  { maxBatchSize: 50, maxConcurrency: 1 },
);

/** The last rules read, by bucket. */
const lastRead = new LRUCache<string, Shelf>({ max: 1000 });

/**
 * A bucket's rules, independent of the caller, and whether the name is taken in it.
 * @throws StorageError NoSuchBucket
 */
export async function bucketRules(address: ObjectAddress): Promise<Shelf> {
  const shelf = await readRules(address);
  lastRead.delete(address.bucket);
  if (!shelf) throw noSuchBucket();
  lastRead.set(address.bucket, { ...shelf, taken: false });
  return shelf;
}

/**
 * The last rules that this process read, possibly outdated and without the state of a name: for a row that is
 * only written while the bucket still has their `state`.
 */
export function rememberedRules(bucket: string): Shelf | undefined {
  return lastRead.get(bucket);
}

/** Maximum bytes of one file. */
export function sizeLimit(rules: BucketRules, fileSizeLimit: number): number {
  return Math.min(rules.file_size_limit ?? fileSizeLimit, fileSizeLimit);
}

/** @returns the media type without parameters; undefined when the bucket does not accept it */
export function takenEssence(rules: BucketRules, type: string): string | undefined {
  const essence = essenceOf(type);
  return essence && isAllowedType(essence, rules.allowed_mime_types) ? essence : undefined;
}

/** @returns the media type without parameters @throws StorageError InvalidMimeType */
export function allowedEssence(rules: BucketRules, type: string): string {
  const essence = takenEssence(rules, type);
  if (!essence) throw invalidMimeType(type);
  return essence;
}

/**
 * For a stored file that enters another bucket.
 * @throws StorageError EntityTooLarge, InvalidMimeType
 */
export function assertFits(
  rules: BucketRules,
  fileSizeLimit: number,
  object: { size: number; type: string },
): void {
  if (object.size > sizeLimit(rules, fileSizeLimit)) throw tooLarge();
  allowedEssence(rules, object.type);
}
