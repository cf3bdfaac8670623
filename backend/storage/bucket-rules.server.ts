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

/**
 * The rules of a bucket, whoever asks, and whether the name is taken in it.
 * @throws StorageError NoSuchBucket
 */
export async function bucketRules({
  bucket,
  name,
}: ObjectAddress): Promise<BucketRules & { readonly taken: boolean }> {
  const [row] = await asShop()<(BucketRules & { taken: boolean })[]>`
    select file_size_limit, allowed_mime_types,
      exists (select from storage.objects where bucket_id = ${bucket} and name = ${name}) as taken
    from storage.buckets where id = ${bucket}`;
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
