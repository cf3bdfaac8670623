import type { Context } from "hono";
import type { JsonObject } from "#backend/gateway/body.server.ts";
import { callerOf, ownerOf } from "#backend/storage/caller.server.ts";
import { performAs } from "#backend/storage/check-permission.server.ts";
import type { StorageContext } from "#backend/storage/context.server.ts";
import {
  bucketAlreadyExists,
  invalidMimeType,
  invalidRequest,
  tooLarge,
} from "#backend/storage/errors.ts";
import { flagOf, readInput } from "#backend/storage/input.ts";
import { isTypePattern } from "#backend/storage/media-types.ts";
import { bucketName } from "#backend/storage/names.ts";
import { sqlState } from "#db/client.server.ts";
import { ownerUuid } from "#integrations/storage/object-rows.server.ts";
import { parseByteSize } from "./byte-size.ts";

/**
 * POST /bucket `{id?, name, public?, file_size_limit?, allowed_mime_types?, type?}`.
 * @throws StorageError InvalidBucketName, BucketAlreadyExists, AccessDenied
 */
export async function createBucket(context: StorageContext, c: Context): Promise<Response> {
  const caller = await callerOf(context, c);
  const input = await readInput(c, ["name"]);
  const name = bucketName(input.name);
  const id = bucketName(input.id ?? name);
  if (input.type !== undefined && input.type !== null && input.type !== "STANDARD") {
    throw invalidRequest("body/type must be STANDARD");
  }
  const settings = bucketSettings(input, context.settings.fileSizeLimit);
  const ownerId = ownerOf(caller);
  const row = {
    id,
    name,
    owner: ownerUuid(ownerId),
    owner_id: ownerId,
    public: settings.public ?? false,
    file_size_limit: settings.file_size_limit ?? null,
    allowed_mime_types: settings.allowed_mime_types ?? null,
  };
  try {
    await performAs(
      caller,
      "bucket.create",
      (sql) => sql`
        insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
        values (${row.id}, ${row.name}, ${row.owner}, ${row.owner_id}, ${row.public},
          ${row.file_size_limit}, ${row.allowed_mime_types})`,
    );
  } catch (error) {
    if (sqlState(error) === "23505") throw bucketAlreadyExists();
    throw error;
  }
  return c.json({ name });
}

export interface BucketSettings {
  readonly public?: boolean;
  /** Bytes; null for no limit of its own. */
  readonly file_size_limit?: number | null;
  readonly allowed_mime_types?: string[] | null;
}

/**
 * The settings in a bucket's body; fields that the body omits are absent.
 * @throws StorageError
 */
export function bucketSettings(input: JsonObject, fileSizeLimit: number): BucketSettings {
  const isPublic = flagOf(input, "public");
  return {
    ...(isPublic === undefined ? {} : { public: isPublic }),
    ...(input.file_size_limit === undefined
      ? {}
      : { file_size_limit: limitOf(input.file_size_limit, fileSizeLimit) }),
    ...(input.allowed_mime_types === undefined
      ? {}
      : { allowed_mime_types: patternsOf(input.allowed_mime_types) }),
  };
}

function limitOf(value: unknown, fileSizeLimit: number): number | null {
  if (value === null) return null;
  const bytes = parseByteSize(value);
  if (bytes === undefined) throw invalidRequest("body/file_size_limit must be a size like 20mb");
  if (bytes > fileSizeLimit) throw tooLarge();
  // As upstream: zero means no limit.
  return bytes === 0 ? null : bytes;
}

function patternsOf(value: unknown): string[] | null {
  if (value === null) return null;
  if (!Array.isArray(value) || value.length > 200) {
    throw invalidRequest("body/allowed_mime_types must be array");
  }
  return value.map((item) => {
    if (typeof item === "string" && isTypePattern(item)) return item.toLowerCase();
    throw invalidMimeType(String(item));
  });
}
