import { together } from "#base/together.ts";
import { asShop } from "#db/client.server.ts";
import { invalidMimeType, noSuchBucket, tooLarge } from "./errors.ts";
import { essenceOf, isAllowedType } from "./media-types.ts";
import type { ObjectAddress } from "./names.ts";

/** What a bucket takes in. */
export interface BucketRules {
  /** Bytes of one file; null leaves it to the settings. */
  readonly file_size_limit: number | null;
  readonly allowed_mime_types: readonly string[] | null;
}

type Shelf = BucketRules & { readonly taken: boolean };

/** Uploads that come at the same time ask together. */
const readRules = together<ObjectAddress, Shelf | undefined>(
  async (lot) => {
    const rows = await asShop()<(Shelf & { at: number })[]>`
      select w.at, b.file_size_limit, b.allowed_mime_types,
        exists (select from storage.objects o where o.bucket_id = w.bucket and o.name = w.name) as taken
      from unnest(${lot.map(({ bucket }) => bucket)}::text[], ${lot.map(({ name }) => name)}::text[])
        with ordinality as w (bucket, name, at)
      join storage.buckets b on b.id = w.bucket`;
    const found = new Map(rows.map(({ at, ...rules }) => [at, rules]));
    return lot.map((_, index) => found.get(index + 1));
  },
  { mostTogether: 50, mostAtOnce: 1 },
);

/**
 * The rules of a bucket, whoever asks, and whether the name is taken in it.
 * @throws StorageError NoSuchBucket
 */
export async function bucketRules(address: ObjectAddress): Promise<Shelf> {
  const row = await readRules(address);
  if (!row) throw noSuchBucket();
  return row;
}

/** Bytes that one file may have. */
export function sizeLimit(rules: BucketRules, fileSizeLimit: number): number {
  return Math.min(rules.file_size_limit ?? fileSizeLimit, fileSizeLimit);
}

/** @returns the media type without parameters @throws StorageError InvalidMimeType */
export function allowedEssence(rules: BucketRules, type: string): string {
  const essence = essenceOf(type);
  if (!essence || !isAllowedType(essence, rules.allowed_mime_types)) throw invalidMimeType(type);
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
