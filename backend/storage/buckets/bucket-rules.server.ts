import { LRUCache } from "lru-cache";
import { invalidMimeType, noSuchBucket, tooLarge } from "#backend/storage/errors.ts";
import { essenceOf, isAllowedType } from "#backend/storage/objects/media-types.ts";
import type { ObjectAddress } from "#backend/storage/objects/names.ts";
import { batch } from "#base/batch.ts";
import { asShop } from "#db/client.server.ts";

/** What a bucket takes in. */
export interface BucketRules {
  /** Bytes of one file; null leaves it to the settings. */
  readonly file_size_limit: number | null;
  readonly allowed_mime_types: readonly string[] | null;
}

/** A bucket as it stands for one name. */
export interface Shelf extends BucketRules {
  readonly taken: boolean;
  /** Another one after every change of the bucket. */
  readonly state: string;
}

/**
 * Uploads that come at the same time ask together. Names go as JSON, whose plan PostgreSQL keeps: for arrays it makes one
 * each time.
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

/** As they were read last, by bucket. */
const lastRead = new LRUCache<string, Shelf>({ max: 1000 });

/**
 * The rules of a bucket, whoever asks, and whether the name is taken in it.
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
 * The rules as this process read them last, which may be old, and no word on whether a name is taken: for a row that is
 * only written while the bucket is still in their `state`.
 */
export function rememberedRules(bucket: string): Shelf | undefined {
  return lastRead.get(bucket);
}

/** Bytes that one file may have. */
export function sizeLimit(rules: BucketRules, fileSizeLimit: number): number {
  return Math.min(rules.file_size_limit ?? fileSizeLimit, fileSizeLimit);
}

/** @returns the media type without parameters; undefined when the bucket does not take it */
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

/** For what is there already and enters another bucket. @throws StorageError EntityTooLarge, InvalidMimeType */
export function assertFits(
  rules: BucketRules,
  fileSizeLimit: number,
  object: { size: number; type: string },
): void {
  if (object.size > sizeLimit(rules, fileSizeLimit)) throw tooLarge();
  allowedEssence(rules, object.type);
}
